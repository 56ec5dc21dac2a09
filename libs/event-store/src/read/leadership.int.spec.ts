import { eventually } from '@nordgate/testing';
import { Client } from 'pg';
import { LeaderSession } from '../sql/leader-session.js';
import { lead } from './leadership.js';
import { emptyTestDatabase } from '../testing/test-database.js';
import { openDatabase } from '../sql/database.js';
import type { Database } from '../sql/database.js';

let database: Database;
/** The same database, opened by another process. */
let elsewhere: Database;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await emptyTestDatabase('leadership'));
  const options = { url, applicationName: 'leaders', migrations: [] };
  database = await openDatabase(options);
  elsewhere = await openDatabase(options);
});
afterAll(async () => {
  await Promise.all([database.close(), elsewhere.close()]);
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

/** A session that sends nothing after it got a lock, like that of a stopped process. */
function stoppedAfterTheLock() {
  const state = { isLocked: false };
  const makeClient = () => {
    const client = new Client({ connectionString: url });
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const stopped = async (...args: unknown[]) => {
      if (state.isLocked) return new Promise(() => undefined);
      const result = await query(...args);
      state.isLocked = JSON.stringify(args).includes('try_advisory_lock');
      return result;
    };
    return Object.assign(client, { query: stopped as unknown as Client['query'] });
  };
  return { leaders: new LeaderSession(makeClient), state };
}

const until = (isTrue: () => boolean) => eventually('the wanted leader', isTrue);

/** The other process, and how often it has tried to lead. */
function countedTries() {
  let tries = 0;
  const tryLock = (name: string) => {
    tries += 1;
    return elsewhere.leaders.tryLock(name);
  };
  return { leaders: { tryLock }, tries: () => tries };
}

const sessionsOf = async (name: string) => {
  const found = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1`,
    [name],
  );
  return found.rows.length;
};

describe('lead', () => {
  it('takes one connection beside the pool, however many leaders a process has', async () => {
    const options = { url, applicationName: 'many', migrations: [], poolMax: 2 };
    const small = await openDatabase(options);
    const leaders = ['x', 'y', 'z'].map((name) => aCandidate(name, small));
    await until(() => leaders.every(({ state }) => state.leads));
    await small.ping();
    expect(await sessionsOf('many leader')).toBe(1);
    await Promise.all(leaders.map(({ stop }) => stop()));
    await small.close();
  });

  it('opens no connection for the tries of a process that waits', async () => {
    const first = aCandidate('w');
    await until(() => first.state.leads);
    const before = await sessionsOf('leaders leader');
    const watched = countedTries();
    const second = aCandidate('w', watched);
    await until(() => watched.tries() === 3);
    expect(await sessionsOf('leaders leader')).toBe(before + 1);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('runs the work of one of two callers in the same process, and then that of the other', async () => {
    const first = aCandidate('same');
    await until(() => first.state.leads);
    const second = aCandidate('same');
    await first.stop();
    await until(() => second.state.leads);
    expect(first.state.terms).toBe(1);
    await second.stop();
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
    const two = aCandidate('d2');
    await until(() => one.state.leads && two.state.leads);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    await until(() => one.state.terms === 2 && two.state.terms === 2);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('runs the work of another process when the leader was stopped just after it got the lock', async () => {
    const { leaders, state } = stoppedAfterTheLock();
    const stopped = aCandidate('f', { leaders });
    await until(() => state.isLocked);
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
