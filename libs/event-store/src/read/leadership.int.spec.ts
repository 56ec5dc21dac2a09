import { eventually } from '@nordgate/testing';
import { lead } from './leadership.js';
import { emptyTestDatabase } from '../testing/test-database.js';
import { openDatabase } from '../sql/database.js';
import type { Database } from '../sql/database.js';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await emptyTestDatabase('leadership');
  ({ drop } = test);
  database = await openDatabase({ url: test.url, applicationName: 'leaders', migrations: [] });
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** A process that calls `lead`, and how often its work has run. */
function aCandidate(name: string, over: Parameters<typeof lead>[0]['database'] = database) {
  const stopping = new AbortController();
  const state = { leads: false, terms: 0 };
  const errors: unknown[] = [];
  const done = lead({
    database: over,
    name,
    signal: stopping.signal,
    onError: (error) => errors.push(error),
    async work(leading) {
      state.leads = true;
      state.terms += 1;
      await new Promise((resolve) => leading.addEventListener('abort', resolve));
      state.leads = false;
    },
  });
  const stop = () => {
    stopping.abort();
    return done;
  };
  return { state, errors, stop };
}

let lockedBy = '';

/** A pool whose session sends nothing after it got the lock, like that of a stopped process. */
function stoppedAfterTheLock(): Database['leaders'] {
  const connect = async () => {
    const client = await database.leaders.connect();
    const query = async (text: string, values: readonly string[] = []) => {
      if (lockedBy !== '') return new Promise(() => undefined);
      const result = await client.query(text, [...values]);
      if (text.includes('advisory_lock')) lockedBy = values[0] ?? '';
      return result;
    };
    return Object.assign(Object.create(client) as typeof client, { query });
  };
  return { connect } as unknown as Database['leaders'];
}

const until = (isTrue: () => boolean) => eventually('the wanted leader', isTrue);

/** The pool of the leaders, and how often a process has tried to lead over it. */
function countedTries(): Pick<Database, 'leaders'> & { tries(): number } {
  let tries = 0;
  const connect = () => {
    tries += 1;
    return database.leaders.connect();
  };
  return { leaders: { connect } as unknown as Database['leaders'], tries: () => tries };
}

describe('lead', () => {
  it('leaves the pool to others, however many leaders a process has', async () => {
    const { url, drop: dropSmall } = await emptyTestDatabase('many-leaders');
    const options = { url, applicationName: 'many-leaders', migrations: [], poolMax: 2 };
    const small = await openDatabase(options);
    const leaders = ['a', 'b', 'c'].map((name) => aCandidate(name, small));
    await until(() => leaders.every(({ state }) => state.leads));
    await small.ping();
    await Promise.all(leaders.map(({ stop }) => stop()));
    await small.close();
    await dropSmall();
  });

  it('runs the work of one process at a time, and of another one when the first ends', async () => {
    const first = aCandidate('a');
    await until(() => first.state.leads);
    const watched = countedTries();
    const second = aCandidate('a', watched);
    // The third try begins when the second has ended.
    await until(() => watched.tries() === 3);
    expect(second.state.terms).toBe(0);
    await first.stop();
    await until(() => second.state.leads);
    expect(first.state.leads).toBe(false);
    await second.stop();
  });

  it('runs the work of different names at the same time', async () => {
    const [one, two] = [aCandidate('b'), aCandidate('c')];
    await until(() => one.state.leads && two.state.leads);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('aborts the work when its session ends, and runs it again', async () => {
    const one = aCandidate('d');
    await until(() => one.state.leads);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    await until(() => one.state.terms === 2);
    await one.stop();
  });

  it('runs the work of another process when the leader was stopped just after it got the lock', async () => {
    const stopped = aCandidate('f', { leaders: stoppedAfterTheLock() });
    await until(() => lockedBy === 'f');
    const other = aCandidate('f');
    await until(() => other.state.leads);
    await other.stop();
    await stopped.stop();
  });

  it('runs the work again after it failed', async () => {
    const stopping = new AbortController();
    const errors: unknown[] = [];
    let terms = 0;
    const done = lead({
      database,
      name: 'e',
      signal: stopping.signal,
      onError: (error) => errors.push(error),
      work() {
        terms += 1;
        if (terms > 1) stopping.abort();
        return Promise.reject(new Error('no broker'));
      },
    });
    await done;
    expect(terms).toBe(2);
    expect(errors).toMatchObject([{ message: 'no broker' }, { message: 'no broker' }]);
  });
});
