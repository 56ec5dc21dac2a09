import { streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { rebuild } from '../projections/rebuild.js';
import { endingTally, TallyArchive } from '../testing/tally-archive.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { EventStore } from './event-store.js';
import { handleSlice } from './handle-slice.js';

/** A tally whose view keeps only its last note when that is "end". */
const keeping = streamType({
  ...endingTally,
  kept: ({ note }) => (note === 'end' ? { note } : undefined),
});

let database: TestDatabase;
let bank: TallyArchive;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('kept_state');
});
afterAll(() => database.close());
beforeEach(async () => {
  bank = await TallyArchive.open(database);
  store = new EventStore(bank.database, [keeping]);
  await handle('a', 'Count', { by: 3, note: 'open' });
  await handle('a', 'Reserve', { key: 'k' });
  await handle('a', 'Count', { by: 4, note: 'end' });
});
afterEach(() => bank.close());

let ids = 0;
async function handle(
  name: string,
  type: 'Count' | 'Reserve' | 'Free',
  data: object,
  into: EventStore = store,
) {
  const items = [tallyItem(tallyCommand(`r${String((ids += 1))}`, name, type, data as never))];
  const [result] = await handleSlice({
    ...{ store: into, consumer: 'test', items },
    execute: executeTally,
  });
  expect(result).toMatchObject({ status: 'done' });
}

const viewOf = async (name: string) =>
  (
    await database.pool.query(
      'select version::int as version, state_version, state from es.view where stream_id = $1',
      [`tally-${name}`],
    )
  ).rows[0] as unknown;

const driftedOf = async (streamType = keeping) =>
  (await rebuild({ database: bank.database, streamType, mode: 'compare' })).drifted;

const wholeState = { count: 2, sum: 7, reserved: 'k', note: 'end' };

describe('a stream whose view keeps a part of its state', () => {
  it('has in its view what the type keeps, and its whole state for everybody who asks the store', async () => {
    expect(await viewOf('a')).toEqual({ version: 3, state_version: 0, state: { note: 'end' } });
    expect(await store.state(keeping, 'tally-a')).toEqual({ version: 3, state: wholeState });
  });

  it('had its whole state in the view before, when the type kept all of it', async () => {
    await handle('b', 'Count', { by: 1, note: 'open' });
    const state = { count: 1, sum: 1, reserved: null, note: 'open' };
    expect(await viewOf('b')).toEqual({ version: 1, state_version: 1, state });
  });

  it('decides the next command by its whole state, and keeps and frees its claims', async () => {
    const other = tallyItem(tallyCommand('taken', 'b', 'Reserve', { key: 'k' }));
    const refused = { status: 'done', replies: [{ refused: 'TAKEN', text: 'tally-a' }] };
    const slice = { store, consumer: 'test', items: [other], execute: executeTally };
    expect(await handleSlice(slice)).toMatchObject([refused]);
    await handle('a', 'Free', {});
    expect(await viewOf('a')).toMatchObject({ version: 4, state_version: 0 });
    expect(await store.state(keeping, 'tally-a')).toMatchObject({
      state: { ...wholeState, reserved: null },
    });
    await handle('b', 'Reserve', { key: 'k' });
  });

  it('is whole in the view again when an event goes on with it', async () => {
    await handle('a', 'Count', { by: 1, note: 'open' });
    const state = { ...wholeState, count: 3, sum: 8, note: 'open' };
    expect(await viewOf('a')).toEqual({ version: 4, state_version: 1, state });
  });

  it('is read and written by a release whose views keep everything', async () => {
    const before = new EventStore(bank.database, [tally]);
    expect(await before.state(tally, 'tally-a')).toEqual({ version: 3, state: wholeState });
    await handle('a', 'Free', {}, before);
    const state = { ...wholeState, reserved: null };
    expect(await viewOf('a')).toEqual({ version: 4, state_version: 1, state });
    expect(await store.state(keeping, 'tally-a')).toEqual({ version: 4, state });
  });

  it('has not drifted, be its view whole or not, unless it says something else', async () => {
    expect(await driftedOf()).toEqual([]);
    await handle('a', 'Free', {}, new EventStore(bank.database, [tally]));
    expect(await driftedOf()).toEqual([]);
    await handle('b', 'Count', { by: 1, note: 'end' });
    const note = `update es.stream set state = '{"note": "open"}' where stream_id = 'tally-b'`;
    await database.pool.query(note);
    expect(await driftedOf()).toEqual(['tally-b']);
    expect(await driftedOf(endingTally)).toEqual(['tally-b']);
  });

  it('has its whole state in the view when its events are in the archive', async () => {
    await bank.readAll();
    await bank.makeOld(3);
    expect(await bank.sweep({ streams: [keeping] })).toMatchObject([{ archived: 1 }]);
    expect(await viewOf('a')).toEqual({ version: 3, state_version: 1, state: wholeState });
    const without = new EventStore(database, [keeping]);
    expect(await without.state(keeping, 'tally-a')).toEqual({ version: 3, state: wholeState });
    expect(await driftedOf()).toEqual([]);
  });

  it('is folded from the archive where a release has archived it without its state', async () => {
    await bank.readAll();
    await bank.makeOld(3);
    await bank.sweep();
    expect(await viewOf('a')).toMatchObject({ state_version: 0 });
    expect(await store.state(keeping, 'tally-a')).toEqual({ version: 3, state: wholeState });
    expect(await driftedOf()).toEqual([]);
  });
});
