import { jest } from '@jest/globals';
import { EventStore } from './event-store.js';
import { eventBytesMax, EventTooLargeError } from './event-size.js';
import { handleSlice } from './handle-slice.js';
import { InfrastructureError } from '../sql/store-errors.js';
import { ParkedMessages } from '../parked/parked.js';
import type { SliceItem } from './slice.js';
import type { Execute } from './slice.js';
import { defined, refuse } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;
let parked: ParkedMessages;
const consumer = 'tallies';

beforeAll(async () => {
  database = await testDatabase('handle_slice');
  store = new EventStore(database, [tally]);
  parked = new ParkedMessages(store, consumer);
});
afterAll(() => database.close());
afterEach(() => jest.restoreAllMocks());

let ids = 0;
const id = () => `c${(ids += 1)}`;
const count = (name: string, by = 1, note?: string) =>
  tallyItem(tallyCommand(id(), name, 'Count', defined({ by, note })));
const reserve = (name: string, key: string) =>
  tallyItem(tallyCommand(id(), name, 'Reserve', { key }));
const transfer = (name: string, to: string, by = 1) =>
  tallyItem(tallyCommand(id(), name, 'Transfer', { by, to: `tally-${to}` }));
const broken = (name: string) => tallyItem(tallyCommand(id(), name, 'Break', {}));

const handle = (items: SliceItem[], execute: Execute = executeTally) =>
  handleSlice({ store, consumer, items, execute });
const sumOf = async (name: string) => (await store.state(tally, `tally-${name}`)).state.sum;
const parkedReasons = async (name: string) =>
  (await parked.list({ key: `tally-${name}` })).map(({ reason }) => reason);

/** Runs the handler; before each of the first `times` commands, another process acts. */
function interrupted(times: number, elsewhere: () => Promise<unknown>): Execute {
  let left = times;
  return async (command, work) => {
    if (left > 0) {
      left -= 1;
      await elsewhere();
    }
    return executeTally(command, work);
  };
}

describe('a slice', () => {
  it('decides commands of one stream in order and writes once', async () => {
    const append = jest.spyOn(store, 'append');
    const results = await handle([count('a', 1), count('b', 5), count('a', 2)]);
    expect(results.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    expect(results[2]).toEqual({
      status: 'done',
      replies: [[{ type: 'Counted', data: { by: 2 } }]],
    });
    expect(append).toHaveBeenCalledTimes(1);
    expect([await sumOf('a'), await sumOf('b')]).toEqual([3, 5]);
  });

  it('decides nothing for a command id that this or an earlier slice has handled', async () => {
    const item = count('repeat');
    await handle([item, item]);
    expect(await handle([item])).toEqual([{ status: 'done', replies: [[]] }]);
    expect(await sumOf('repeat')).toBe(1);
  });

  it('writes nothing for a refusal and returns it as reply', async () => {
    await handle([reserve('owner', 'seat')]);
    await handle([reserve('late', 'seat')]);
    const [result] = await handle([reserve('late', 'seat')]);
    expect(result).toMatchObject({ replies: [{ refused: 'TAKEN', text: 'tally-owner' }] });
    expect(await store.history('tally-late')).toEqual([]);
  });

  it('sees a claim of an earlier command of the same slice', async () => {
    const append = jest.spyOn(store, 'append');
    const [, second] = await handle([reserve('x1', 'desk'), reserve('x2', 'desk')]);
    expect(second).toMatchObject({ replies: [{ refused: 'TAKEN', text: 'tally-x1' }] });
    expect(append).toHaveBeenCalledTimes(1);
  });

  it('stores the number of events of a command with each of them, when they are in several streams', async () => {
    await handle([transfer('spread-a', 'spread-b'), count('spread-c')]);
    const eventsOf = async (name: string) =>
      (await store.history(`tally-${name}`)).map(({ meta }) => meta.commandEvents);
    const all = await Promise.all(['spread-a', 'spread-b', 'spread-c'].map(eventsOf));
    expect(all).toEqual([[2], [2], [undefined]]);
  });

  it('writes a command that touches two streams to both', async () => {
    await handle([transfer('from', 'to', 7)]);
    expect([await sumOf('from'), await sumOf('to')]).toEqual([7, -7]);
  });
});

describe('a refused stream', () => {
  it('is decided again, and no other stream is', async () => {
    const executed: string[] = [];
    const elsewhere = () => handle([count('hot', 100)]);
    const execute = interrupted(1, elsewhere);
    await handle([count('hot', 1), count('cold', 1)], (command, work) => {
      executed.push(command.stream);
      return execute(command, work);
    });
    expect(executed).toEqual(['tally-hot', 'tally-cold', 'tally-hot']);
    expect([await sumOf('hot'), await sumOf('cold')]).toEqual([101, 1]);
  });

  it('refuses the other stream of its command', async () => {
    const elsewhere = () => handle([count('pair-b', 100)]);
    const [result] = await handle([transfer('pair-a', 'pair-b')], interrupted(1, elsewhere));
    expect(result?.status).toBe('done');
    expect([await sumOf('pair-a'), await sumOf('pair-b')]).toEqual([1, 99]);
    expect(await store.history('tally-pair-a')).toHaveLength(1);
  });

  it('rejects with InfrastructureError when contention does not end', async () => {
    const elsewhere = () => handle([count('always', 1)]);
    const losing = handle([count('always', 1000)], interrupted(99, elsewhere));
    await expect(losing).rejects.toThrow(InfrastructureError);
    expect(await sumOf('always')).toBe(5);
  });

  it('is not overtaken by a later item of its key that fails', async () => {
    const elsewhere = () => handle([count('steady', 100)]);
    const results = await handle([count('steady', 1), broken('steady')], interrupted(1, elsewhere));
    expect(results.map(({ status }) => status)).toEqual(['done', 'parked']);
    expect(await sumOf('steady')).toBe(101);
    expect(await parkedReasons('steady')).toEqual(['this command breaks the handler']);
  });
});

describe('a failing item', () => {
  it('is parked with later items of its key behind it; items of other keys are handled', async () => {
    const results = await handle([count('p', 1), broken('p'), count('p', 10), count('q', 1)]);
    expect(results.map(({ status }) => status)).toEqual(['done', 'parked', 'parked', 'done']);
    expect(await handle([count('p', 100), count('q', 1)])).toMatchObject([
      { status: 'parked', reason: 'behind a parked message of its key' },
      { status: 'done' },
    ]);
    expect([await sumOf('p'), await sumOf('q')]).toEqual([1, 2]);
    expect(await parkedReasons('p')).toHaveLength(3);
  });

  it('writes nothing of its earlier commands', async () => {
    const [first, second] = [count('half', 1), broken('half')];
    const both = { ...first, commands: [...first.commands, ...second.commands] };
    expect(await handle([both, count('other', 1)])).toMatchObject([
      { status: 'parked' },
      { status: 'done' },
    ]);
    expect(await store.history('tally-half')).toEqual([]);
  });

  it('is parked once when it is delivered twice', async () => {
    const item = broken('again');
    await handle([item]);
    await handle([item]);
    expect(await parkedReasons('again')).toHaveLength(1);
  });

  it('is parked when the service has no such stream type', async () => {
    const item = tallyItem({ ...tallyCommand(id(), 'x', 'Count', { by: 1 }), stream: 'basket-1' });
    expect(await handle([item])).toMatchObject([
      { status: 'parked', reason: 'no stream type for basket-1' },
    ]);
  });

  it('is parked alone when this release cannot read its stream', async () => {
    await handle([count('newer', 1)]);
    await database.pool.query(
      `update es.event set type = 'Unheard' where stream_id = 'tally-newer'`,
    );
    await database.pool.query(
      `update es.stream set state_version = 0 where stream_id = 'tally-newer'`,
    );
    expect(await handle([count('newer', 1), count('fine', 1)])).toMatchObject([
      { status: 'parked', reason: 'tally streams have no event Unheard' },
      expect.objectContaining({ status: 'done' }),
    ]);
  });
});

describe('data that the database refuses', () => {
  it('is found by splitting the slice and parked alone', async () => {
    const append = jest.spyOn(store, 'append');
    const items = Array.from({ length: 32 }, (_, n) =>
      count(`poison-${n}`, 1, n === 21 ? '\u0000' : 'x'),
    );
    const results = await handle(items);
    expect(results.flatMap(({ status }, n) => (status === 'parked' ? [n] : []))).toEqual([21]);
    expect(await sumOf('poison-20')).toBe(1);
    expect(await store.history('tally-poison-21')).toEqual([]);
    expect(append.mock.calls.length).toBeLessThanOrEqual(11);
    const [message] = await parked.list({ key: 'tally-poison-21' });
    expect(message?.payload).toMatchObject({ data: { note: '\u0000' } });
  });

  it('keeps the order of its key', async () => {
    const items = [count('o', 1), count('o', 2, '\u0000'), count('o', 4), count('n', 1)];
    const results = await handle(items);
    expect(results.map(({ status }) => status)).toEqual(['done', 'parked', 'parked', 'done']);
    expect(await sumOf('o')).toBe(1);
  });

  it('may be in the key of the item', async () => {
    const item = count('k\u0000', 1);
    expect(await handle([item, count('l', 1)])).toMatchObject([
      { status: 'parked' },
      { status: 'done' },
    ]);
  });
});

describe('a command whose event is too large', () => {
  const large = (name: string) => count(name, 1, 'x'.repeat(eventBytesMax));
  const refusalOf = (error: unknown) =>
    error instanceof EventTooLargeError ? refuse('TOO_LARGE') : undefined;

  it('is refused where the sender reads refusals, and its key goes on', async () => {
    const items = [count('big', 2), large('big'), count('big', 4), count('small', 1)];
    const results = await handleSlice({ store, consumer, items, execute: executeTally, refusalOf });
    expect(results.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
    expect(results[1]).toEqual({ status: 'done', replies: [{ refused: 'TOO_LARGE' }] });
    expect(await sumOf('big')).toBe(6);
    expect(await parkedReasons('big')).toEqual([]);
  });

  it('is refused as a whole: no other stream of it is written', async () => {
    const command = tallyCommand(id(), 'whole', 'Transfer', { by: 1, to: 'tally-onto' });
    const execute: Execute = async (one, work) => {
      await executeTally(one, work);
      const note = 'x'.repeat(eventBytesMax);
      work.root(tally, 'tally-onto').run(() => [{ type: 'Counted', data: { by: 1, note } }], one);
      return null;
    };
    const items = [tallyItem(command)];
    expect(await handleSlice({ store, consumer, items, execute, refusalOf })).toEqual([
      { status: 'done', replies: [{ refused: 'TOO_LARGE' }] },
    ]);
    expect(await sumOf('whole')).toBe(0);
  });

  it('is parked where nobody reads a refusal', async () => {
    expect(await handle([large('unread')])).toMatchObject([{ status: 'parked' }]);
    expect(await parkedReasons('unread')).toEqual([expect.stringContaining('more than')]);
  });
});

describe('a failure of the infrastructure', () => {
  it.each([
    ['a lost connection', Object.assign(new Error('terminated'), { code: 'ECONNRESET' })],
    [
      'a shutdown by an administrator',
      Object.assign(new Error('shutting down'), { code: '57P01' }),
    ],
    ['a full disk', Object.assign(new Error('disk full'), { code: '53100' })],
  ])('(%s) parks nothing and is thrown', async (_, cause) => {
    const before = (await parked.list()).length;
    jest.spyOn(store, 'append').mockRejectedValueOnce(cause);
    await expect(handle([count('infra', 1)])).rejects.toMatchObject({ cause });
    expect(await parked.list()).toHaveLength(before);
    expect((await handle([count('infra', 1)]))[0]?.status).toBe('done');
  });

  it('repeats the slice after a serialisation failure', async () => {
    const conflict = Object.assign(new Error('try again'), { code: '40001' });
    jest.spyOn(store, 'append').mockRejectedValueOnce(conflict).mockRejectedValueOnce(conflict);
    expect((await handle([count('serial', 1)]))[0]?.status).toBe('done');
    expect(await sumOf('serial')).toBe(1);
  });

  it('decides nothing for a command that another owner handled during the decision', async () => {
    const item = count('twice', 1);
    const [result] = await handle(
      [item],
      interrupted(1, () => handle([item])),
    );
    expect(result).toEqual({ status: 'done', replies: [[]] });
    expect(await sumOf('twice')).toBe(1);
  });
});

describe('rows of an item', () => {
  const upsert = {
    name: 'seen',
    sql: `insert into seen (id, version) select * from unnest($1::text[], $2::int[])
            on conflict (id) do update set version = excluded.version
            where seen.version < excluded.version`,
    columns: ['id', 'version'],
  };
  beforeAll(() => database.pool.query('create table seen (id text primary key, version int)'));
  const seen = async () =>
    (await database.pool.query('select id, version from seen order by id')).rows as unknown[];

  it('are written with its events: rows of the item and rows of the handler', async () => {
    const item = { ...count('rows', 1), rows: [{ upsert, row: ['item', 1] }] };
    await handle([item], (command, work) => {
      work.rows(upsert).push(['handler', 1]);
      return executeTally(command, work);
    });
    expect(await seen()).toEqual([
      { id: 'handler', version: 1 },
      { id: 'item', version: 1 },
    ]);
  });

  it('need no command, and are not written for a parked item', async () => {
    const reaction = { ...count('r', 1), key: 'source-1', commands: [] };
    const failing = { ...broken('rows-broken'), rows: [{ upsert, row: ['parked', 9] }] };
    await handle([{ ...reaction, rows: [{ upsert, row: ['item', 2] }] }, failing]);
    expect(await seen()).toEqual([
      { id: 'handler', version: 1 },
      { id: 'item', version: 2 },
    ]);
  });
});
