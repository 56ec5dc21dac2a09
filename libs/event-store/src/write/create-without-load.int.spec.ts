import { jest } from '@jest/globals';
import { EventStore } from './event-store.js';
import { handleSlice } from './handle-slice.js';
import { ParkedMessages } from '../parked/parked.js';
import type { SliceItem } from './slice.js';
import type { Execute } from './slice.js';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;
let parked: ParkedMessages;
const consumer = 'tallies';

beforeAll(async () => {
  database = await testDatabase('create_without_load');
  store = new EventStore(database, [tally]);
  parked = new ParkedMessages(store, consumer);
});
afterAll(() => database.close());
afterEach(() => jest.restoreAllMocks());

let ids = 0;
const id = () => `c${(ids += 1)}`;
const creating = (item: SliceItem): SliceItem => ({ ...item, createsStream: true });
const count = (name: string, by = 1) => tallyItem(tallyCommand(id(), name, 'Count', { by }));
const reserve = (name: string, key: string) =>
  tallyItem(tallyCommand(id(), name, 'Reserve', { key }));
const free = (name: string) => tallyItem(tallyCommand(id(), name, 'Free', {}));
const broken = (name: string) => tallyItem(tallyCommand(id(), name, 'Break', {}));
const handle = (items: SliceItem[], execute: Execute = executeTally) =>
  handleSlice({ store, consumer, items, execute });
const sumOf = async (name: string) => (await store.state(tally, `tally-${name}`)).state.sum;
const loads = () => jest.spyOn(store, 'load');

describe('a slice of items that create their streams', () => {
  it('is decided without a load and written in one round trip', async () => {
    const load = loads();
    const results = await handle([creating(count('a', 2)), creating(count('b', 3))]);
    expect(results.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(load).not.toHaveBeenCalled();
    expect([await sumOf('a'), await sumOf('b')]).toEqual([2, 3]);
  });

  it('is loaded when one of its items does not create its stream', async () => {
    const load = loads();
    await handle([creating(count('mixed-a')), count('mixed-b')]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is decided again on the loaded stream when the stream exists', async () => {
    await handle([count('old', 10)]);
    const load = loads();
    const results = await handle([creating(count('old', 1)), creating(count('new', 1))]);
    expect(results.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(load.mock.calls.map(([{ streams }]) => streams)).toEqual([['tally-old']]);
    expect([await sumOf('old'), await sumOf('new')]).toEqual([11, 1]);
  });

  it('decides nothing for a repeated command of this or an earlier slice, because its stream exists', async () => {
    const item = creating(reserve('repeat', 'repeated'));
    const [first, again] = await handle([item, item]);
    expect(first).toMatchObject({ replies: [[{ type: 'Reserved' }]] });
    expect(again).toEqual({ status: 'done', replies: [[]] });
    expect(await handle([item])).toEqual([{ status: 'done', replies: [[]] }]);
    expect(await store.history('tally-repeat')).toHaveLength(1);
  });

  it('stores the ids of its other commands in the inbox, but not of commands that create their stream', async () => {
    const [one, other] = [creating(count('in-none')), count('in-inbox')];
    await handle([one, other]);
    await handle([creating(count('in-none-either'))]);
    const { rows } = await database.pool.query<{ stream_id: string }>(
      `select stream_id from es.inbox where stream_id like 'tally-in-%'`,
    );
    expect(rows).toEqual([{ stream_id: 'tally-in-inbox' }]);
  });

  it('replies with a refusal only when it was decided on loaded streams', async () => {
    await handle([reserve('holder', 'seat')]);
    const [refused] = await handle([creating(reserve('late', 'seat'))]);
    expect(refused).toMatchObject({ replies: [{ refused: 'TAKEN', text: 'tally-holder' }] });
    await handle([reserve('freed', 'desk')]);
    const [freed] = await handle([creating(free('freed'))]);
    expect(freed).toMatchObject({ replies: [[{ type: 'Freed' }]] });
  });

  it('keeps the order of a key whose first item needs the load', async () => {
    await handle([reserve('order', 'key')]);
    const decided: string[] = [];
    const items = [free('order'), count('order', 5)].map(creating);
    await handle(items, (command, work) => {
      decided.push(command.type);
      return executeTally(command, work);
    });
    expect(decided).toEqual(['Free', 'Free', 'Count']);
    expect(await sumOf('order')).toBe(5);
    expect((await store.history('tally-order')).map(({ type }) => type)).toEqual([
      'Reserved',
      'Freed',
      'Counted',
    ]);
  });

  it('reads the streams that a handler loads', async () => {
    await handle([count('to', 100)]);
    const transfer = tallyItem(tallyCommand(id(), 'from', 'Transfer', { by: 7, to: 'tally-to' }));
    expect(await handle([creating(transfer)])).toMatchObject([{ status: 'done' }]);
    expect([await sumOf('from'), await sumOf('to')]).toEqual([7, 93]);
  });

  it('parks an item behind a parked message of its key', async () => {
    await handle([broken('waits')]);
    const results = await handle([creating(count('waits')), creating(count('free'))]);
    expect(results).toMatchObject([
      { status: 'parked', reason: 'behind a parked message of its key' },
      { status: 'done' },
    ]);
    expect(await store.history('tally-waits')).toEqual([]);
    expect(await sumOf('free')).toBe(1);
  });

  it('ignores discarded messages and parked messages of other consumers', async () => {
    const other = { store, consumer: 'others', items: [broken('both')], execute: executeTally };
    await handleSlice(other);
    await handle([broken('both')]);
    const [message] = await parked.list({ key: 'tally-both' });
    if (!message) throw new Error('nothing was parked');
    await parked.discard(message, 'not needed');
    const load = loads();
    expect(await handle([creating(count('both'))])).toMatchObject([{ status: 'done' }]);
    expect(load).not.toHaveBeenCalled();
  });

  it('parks nothing for unstorable data that a decision on the loaded stream does not write', async () => {
    await handle([reserve('reserved', 'ground')]);
    const note = { by: 1, note: '\u0000' };
    const poison = creating(tallyItem(tallyCommand(id(), 'reserved', 'Count', note)));
    const execute: Execute = (command, work) => {
      const { version } = work.root(tally, command.stream);
      if (version > 0) return Promise.resolve({ refused: 'CONFLICT' });
      return executeTally(command, work);
    };
    const results = await handle([poison, creating(count('healthy'))], execute);
    expect(results).toMatchObject([
      { status: 'done', replies: [{ refused: 'CONFLICT' }] },
      { status: 'done' },
    ]);
    expect(await parked.list({ key: 'tally-reserved' })).toEqual([]);
  });

  it('parks the item whose data the database refuses', async () => {
    const poison = tallyItem(tallyCommand(id(), 'poison', 'Count', { by: 1, note: '\u0000' }));
    const items = [count('by-halves-1'), poison, count('by-halves-2')].map(creating);
    const results = await handle(items);
    expect(results.map(({ status }) => status)).toEqual(['done', 'parked', 'done']);
  });

  it('parks a failing item after it failed on loaded streams as well', async () => {
    const runs: string[] = [];
    const results = await handle([creating(broken('bad')), creating(count('good'))], (c, work) => {
      runs.push(c.stream);
      return executeTally(c, work);
    });
    expect(results).toMatchObject([
      { status: 'parked', reason: 'this command breaks the handler' },
      { status: 'done' },
    ]);
    expect(runs).toEqual(['tally-bad', 'tally-good', 'tally-bad']);
  });
});

describe('reactions that create their streams', () => {
  const upsert = {
    name: 'noted',
    sql: `insert into noted (id) select * from unnest($1::text[]) on conflict do nothing`,
    columns: ['id'],
  };
  const row = (name: string) => ({ upsert, row: [name] });
  const react = (items: SliceItem[], execute: Execute = executeTally) =>
    handleSlice({ store, consumer, items, execute, usesInbox: false });
  const noted = async () =>
    (await database.pool.query<{ id: string }>('select id from noted order by id')).rows;
  beforeAll(() => database.pool.query('create table noted (id text primary key)'));
  beforeEach(() => database.pool.query('truncate noted'));

  it('write their rows with their streams', async () => {
    const load = loads();
    await react([creating({ ...count('with-row'), key: 'source-1', rows: [row('a')] })]);
    expect(load).not.toHaveBeenCalled();
    expect(await noted()).toEqual([{ id: 'a' }]);
  });

  it('decide nothing when they are repeated', async () => {
    const items = ['again-1', 'again-2'].map((name) => creating(reserve(name, `of ${name}`)));
    await react(items);
    expect(await react([...items, creating(reserve('again-3', 'of again-3'))])).toMatchObject([
      { status: 'done', replies: [[]] },
      { status: 'done', replies: [[]] },
      { status: 'done', replies: [[{ type: 'Reserved' }]] },
    ]);
    expect(await store.history('tally-again-1')).toHaveLength(1);
  });

  it('write no row behind a parked message, not even when they touch no stream', async () => {
    await handle([{ ...broken('source'), key: 'source-2' }]);
    const untouched: Execute = () => Promise.resolve([]);
    const item = creating({ ...count('untouched'), key: 'source-2', rows: [row('b')] });
    expect(await react([item], untouched)).toMatchObject([{ status: 'parked' }]);
    expect(
      await react([creating({ ...count('touched'), key: 'source-2', rows: [row('c')] })]),
    ).toMatchObject([{ status: 'parked' }]);
    expect(await noted()).toEqual([]);
    expect(await store.history('tally-touched')).toEqual([]);
  });
});

it('concurrent slices that create the same streams are all handled', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `raced-${n}`);
  const slice = () => handle(names.map((name) => creating(count(name))));
  const results = await Promise.all([slice(), slice(), slice(), slice()]);
  expect(new Set(results.flat().map(({ status }) => status))).toEqual(new Set(['done']));
  for (const name of names) expect(await sumOf(name)).toBe(4);
});
