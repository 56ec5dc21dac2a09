import { streamType } from '@nordgate/decider';
import { decideTally, tally, tallyCommand } from '@nordgate/decider/testing';
import type { Tally, TallyCommand, TallyEvent } from '@nordgate/decider/testing';
import { openReader } from '../read/snapshot-delta-reader.js';
import { rebuild } from '../projections/rebuild.js';
import { EventImport } from '../restore/event-import.js';
import { inTransaction } from '../sql/in-transaction.js';
import { tallyItem } from '../testing/tally-items.js';
import { lastCounts } from '../testing/tally-projection.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { forgetAll, forgetHistories } from './forget-histories.js';

/** A tally that is freed has forgotten what it was. */
const forgetting = streamType<Tally, TallyEvent>({
  ...tally,
  evolve: (state, event) =>
    event.type === 'Freed' ? { ...tally.initial } : tally.evolve(state, event),
  forgottenBy: 'Freed',
});
const always = new AbortController().signal;

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await testDatabase('forget');
  store = new EventStore(database, [forgetting]);
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query('truncate es.event, es.stream, es.checkpoint, es.parked, es.claim, es.inbox'),
);

let commands = 0;

/** Runs a command on a tally, in a separate slice. */
async function run(name: string, type: 'Count' | 'Reserve' | 'Free', data: object = {}) {
  commands += 1;
  const command = tallyCommand(`f-${String(commands)}`, name, type, data as never);
  const [result] = await handleSlice({
    store,
    consumer: 'test',
    items: [tallyItem(command)],
    execute: (one, work) =>
      Promise.resolve(work.root(forgetting, one.stream).run(decideTally, one as TallyCommand)),
  });
  expect(result).toMatchObject({ status: 'done' });
}

/** A tally with a secret that it has forgotten. */
async function forgottenTally(name: string): Promise<void> {
  await run(name, 'Reserve', { key: `secret-${name}` });
  await run(name, 'Count', { by: 1, note: 'secret' });
  await run(name, 'Free');
}

/** Moves a reader behind everything that was appended. */
async function readAll(name = 'relay'): Promise<void> {
  const reader = await openReader({ database, name });
  for (;;) {
    const page = await reader.read(100);
    if (page.events.length === 0) return;
    await page.done();
  }
}

const place = () => ({ database, streams: [forgetting] });
const versions = async (name: string) =>
  (await store.history(`tally-${name}`)).map(({ version }) => version);

describe('a stream that was forgotten', () => {
  it('loses the earlier events, and keeps its version and the event that says so', async () => {
    await forgottenTally('a');
    await run('b', 'Count', { by: 1, note: 'secret' });
    await readAll();
    expect(await forgetHistories(place(), ['tally-a', 'tally-b'])).toEqual([]);
    expect(await versions('a')).toEqual([3]);
    expect(await versions('b')).toEqual([1]);
    const { rows } = await database.pool.query(
      `select stream_id as id from es.event where data::text like '%secret%'
       union all select stream_id from es.stream where state::text like '%secret%'
       union all select stream_id from es.claim`,
    );
    expect(rows.map((row) => (row as { id: string }).id)).toEqual(['tally-b', 'tally-b']);
  });

  it('is used again under the versions that follow, and its view is the fold of what is left', async () => {
    await forgottenTally('a');
    await readAll();
    await forgetHistories(place(), ['tally-a']);
    await run('a', 'Count', { by: 5 });
    expect(await versions('a')).toEqual([3, 4]);
    expect(await store.state(forgetting, 'tally-a')).toMatchObject({
      version: 4,
      state: { count: 1, sum: 5 },
    });
    const report = await rebuild({ database, streamType: forgetting, mode: 'compare' });
    expect(report.drifted).toEqual([]);
  });

  it('loses what was before the last time only, and forgetting again changes nothing', async () => {
    await forgottenTally('a');
    await forgottenTally('a');
    await run('a', 'Count', { by: 5 });
    await readAll();
    await forgetHistories(place(), ['tally-a']);
    await forgetHistories(place(), ['tally-a']);
    expect(await versions('a')).toEqual([6, 7]);
  });

  it('keeps its history until every reader has passed it', async () => {
    await forgottenTally('a');
    expect(await forgetHistories(place(), ['tally-a'])).toEqual(['tally-a']);
    await readAll();
    await openReader({ database, name: 'slow' });
    expect(await forgetHistories(place(), ['tally-a'])).toEqual(['tally-a']);
    await readAll('slow');
    expect(await forgetHistories(place(), ['tally-a'])).toEqual([]);
    expect(await versions('a')).toEqual([3]);
  });

  it('keeps its history while an append has locked it', async () => {
    await forgottenTally('a');
    await readAll();
    await inTransaction(database.pool, async (client) => {
      await client.query(`select from es.stream where stream_id = 'tally-a' for no key update`);
      expect(await forgetHistories(place(), ['tally-a'])).toEqual(['tally-a']);
    });
    expect(await versions('a')).toEqual([1, 2, 3]);
  });
});

describe('the sweep of forgotten streams', () => {
  it('finds those that nobody has used since', async () => {
    for (const name of ['a', 'b', 'c']) await forgottenTally(name);
    await run('b', 'Count', { by: 1 });
    await run('never', 'Count', { by: 1 });
    await readAll();
    expect(await forgetAll(place(), always)).toBe(2);
    expect(await Promise.all(['a', 'b', 'c', 'never'].map(versions))).toEqual([
      ...[[3], [1, 2, 3, 4], [3], [1]],
    ]);
    expect(await forgetAll(place(), always)).toBe(0);
  });

  it('does nothing where no stream can be forgotten', async () => {
    await run('a', 'Free');
    await readAll();
    expect(await forgetAll({ database, streams: [tally] }, always)).toBe(0);
  });

  it('refuses types whose events a projection reads', async () => {
    const projections = [lastCounts];
    await expect(forgetAll({ ...place(), projections }, always)).rejects.toThrow(
      'tally streams cannot be forgotten',
    );
  });
});

it('an import of the topic takes the events of a forgotten history as known', async () => {
  await forgottenTally('a');
  const published = (await store.history('tally-a')).map(({ meta, ...event }) => ({
    ...event,
    commandId: meta.commandId,
  }));
  await readAll();
  await forgetHistories(place(), ['tally-a']);
  const importing = new EventImport(store, 'test');
  await importing.take(published);
  expect(await importing.finish()).toMatchObject({ imported: 0, known: 3, forks: new Map() });
  expect(await versions('a')).toEqual([3]);
});
