import { isRefusal, streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { eventually } from '@nordgate/testing';
import { openReader } from '../read/snapshot-delta-reader.js';
import { rebuild } from '../projections/rebuild.js';
import { tableOf } from '../projections/projection-table.js';
import { rebuildProjection } from '../projections/rebuild-projection.js';
import { registerProjection } from '../projections/projection-register.js';
import { writePage } from '../projections/page-reader.js';
import { inTransaction } from '../sql/in-transaction.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { lastCounts, projectionDatabase } from '../testing/tally-projection.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import type { SliceItem, SliceResult } from '../write/slice.js';
import { StreamTypes } from '../write/stream-types.js';
import { countEnded, deleteEnded, retentionsOf } from './retain.js';
import type { RetentionOptions } from './retain.js';

/** A tally whose last note is "end" has ended. */
const ending = streamType({ ...tally, hasEnded: ({ note }) => note === 'end' });
const months = { tally: 2 };
const always = new AbortController().signal;

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await projectionDatabase('retention');
  store = new EventStore(database, [ending]);
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query('truncate es.event, es.stream, es.checkpoint, es.parked, es.claim, es.inbox'),
);

let commands = 0;

function item(name: string, note?: string): SliceItem {
  commands += 1;
  const data = note === undefined ? { by: 1 } : { by: 1, note };
  return tallyItem(tallyCommand(`c-${String(commands)}`, name, 'Count', data));
}

function handle(...items: SliceItem[]): Promise<SliceResult[]> {
  return handleSlice({ store, consumer: 'test', items, execute: executeTally });
}

/** A stream of two events that has ended. */
async function endedStream(name: string): Promise<void> {
  await handle(item(name), item(name, 'end'));
}

async function makeOld(): Promise<void> {
  await database.pool.query(`update es.event set at = at - interval '3 months'`);
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

function retire(more: Partial<RetentionOptions> = {}) {
  return deleteEnded({ database, streams: [ending], months, pauseMs: 0, ...more }, always);
}

async function deletedBy(more: Partial<RetentionOptions> = {}): Promise<number | undefined> {
  return (await retire(more))[0]?.deleted;
}

const conflict = { status: 'done', replies: [{ refused: 'CONFLICT' }] };
const versionOf = async (name: string) => (await store.state(ending, `tally-${name}`)).version;

describe('a stream that has ended, is old and was read', () => {
  beforeEach(async () => {
    await endedStream('a');
    await readAll();
    await makeOld();
  });

  it('loses its events, and is unknown to queries from then on', async () => {
    expect(await retire()).toEqual([{ streamType: 'tally', months: 2, deleted: 1, heldBack: 0 }]);
    expect(await store.history('tally-a')).toEqual([]);
    expect(await store.state(ending, 'tally-a')).toEqual({
      ...{ state: ending.initial, version: 0, isDeleted: true },
    });
    expect((await database.pool.query('select from es.view')).rowCount).toBe(0);
    expect(await store.deleted(['tally-a', 'tally-never'])).toEqual(['tally-a']);
  });

  it('loses the ids of its commands, and no other stream does', async () => {
    await handle(item('b'));
    await retire();
    const { rows } = await database.pool.query('select stream_id as id from es.inbox');
    expect(rows).toEqual([{ id: 'tally-b' }]);
  });

  it('leaves a tombstone with type, last version and the fingerprint of its history', async () => {
    await retire();
    const { rows } = await database.pool.query<{ state: object }>('select state from es.stream');
    expect(rows).toEqual([
      {
        state: {
          ...{ streamType: 'tally', version: 2, deletedAt: expect.any(String) as string },
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      },
    ]);
    expect(await retire()).toMatchObject([{ deleted: 0, heldBack: 0 }]);
    expect(await rebuild({ database, streamType: ending, mode: 'rewrite' })).toMatchObject({
      ...{ streams: 0, drifted: [] },
    });
  });

  it('is not made again by a command, whether or not the command says that it creates the stream', async () => {
    await retire();
    expect(await handle(item('a'))).toEqual([conflict]);
    expect(await handle({ ...item('a'), createsStream: true })).toEqual([conflict]);
    expect(await store.history('tally-a')).toEqual([]);
  });

  it('refuses a command on a deleted stream as one on an unknown stream where its decider refuses it', async () => {
    await retire();
    const reserve = (name: string) =>
      tallyItem(tallyCommand(`reserve-${name}`, name, 'Reserve', { key: 'k' }));
    const [, result] = await handle(reserve('b'), reserve('a'));
    expect(result).toMatchObject({ replies: [{ refused: 'TAKEN' }] });
  });

  it('is counted and kept by a count of what would be deleted', async () => {
    expect(await countEnded({ database, streams: [ending], months })).toMatchObject([
      { deleted: 1 },
    ]);
    expect(await versionOf('a')).toBe(2);
  });

  it('is kept while a checkpoint is behind its last event', async () => {
    await openReader({ database, name: 'slow' });
    expect(await retire()).toMatchObject([{ deleted: 0, heldBack: 1 }]);
    await readAll('slow');
    expect(await deletedBy()).toBe(1);
  });

  it('is kept while a rebuild of a projection has not ended', async () => {
    await database.pool.query(
      `insert into es.projection (name, version, shadow_version) values ('half', 1, 2)`,
    );
    expect(await retire()).toMatchObject([{ deleted: 0, heldBack: 1 }]);
    await database.pool.query('delete from es.projection');
    expect(await deletedBy()).toBe(1);
  });

  it('is kept while the relay has no checkpoint', async () => {
    await database.pool.query('delete from es.checkpoint');
    expect(await retire()).toMatchObject([{ deleted: 0, heldBack: 1 }]);
  });

  it('is kept while a parked message has it as key or names it, until the message is discarded', async () => {
    const park = (key: string, payload: object) =>
      database.pool.query(
        `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
         values ('test', $1, 'tally', 0, $1, 'a bug', $2, '{}')`,
        [key, payload],
      );
    await park('tally-a', {});
    expect(await retire()).toMatchObject([{ deleted: 0, heldBack: 1 }]);
    await database.pool.query('delete from es.parked');
    await park('tally-b', { of: 'tally-a' });
    expect(await retire()).toMatchObject([{ deleted: 0, heldBack: 1 }]);
    await database.pool.query('update es.parked set discarded_at = now()');
    expect(await deletedBy()).toBe(1);
    expect((await database.pool.query('select from es.parked')).rowCount).toBe(1);
    await database.pool.query(`update es.parked set discarded_at = now() - interval '91 days'`);
    await retire();
    expect((await database.pool.query('select from es.parked')).rowCount).toBe(0);
  });
});

it('a stream is kept that has not ended, or whose last event is young', async () => {
  await handle(item('open'));
  await endedStream('old');
  await makeOld();
  await endedStream('young');
  await endedStream('late');
  await makeOld();
  await database.pool.query(
    `update es.event set at = clock_timestamp() where stream_id = 'tally-young' and version = 2`,
  );
  await readAll();
  expect(await deletedBy({ batchMax: 1 })).toBe(2);
  expect(await Promise.all(['open', 'old', 'young', 'late'].map(versionOf))).toEqual([1, 0, 2, 0]);
});

it('streams without an end of their type cannot be given a retention', () => {
  expect(() => retentionsOf({ streams: [tally], months })).toThrow(
    'tally streams are never deleted',
  );
  expect(() => retentionsOf({ streams: [ending], months: { tally: 0 } })).toThrow('months');
});

it('the claims of a deleted stream stay held', async () => {
  await handle(tallyItem(tallyCommand('hold', 'a', 'Reserve', { key: 'seat' })), item('a', 'end'));
  await readAll();
  await makeOld();
  expect(await deletedBy()).toBe(1);
  const [result] = await handle(tallyItem(tallyCommand('take', 'b', 'Reserve', { key: 'seat' })));
  expect(result).toMatchObject({ replies: [{ refused: 'TAKEN', text: 'tally-a' }] });
});

describe('a deletion and an append to the same stream at the same time', () => {
  const sessions = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const aSessionWaits = () =>
    eventually(
      'a session waits for a lock',
      async () => (await database.pool.query(sessions)).rowCount !== 0,
    );

  beforeEach(async () => {
    await endedStream('a');
    await readAll();
    await makeOld();
  });

  it('end with the deletion where it was first: the append waits, and is refused', async () => {
    const appends: Promise<SliceResult[]>[] = [];
    const deleteWith = async () => {
      appends.push(handle(item('a')));
      await aSessionWaits();
    };
    expect(await deletedBy({ deleteWith })).toBe(1);
    expect(await Promise.all(appends)).toEqual([[conflict]]);
    expect((await database.pool.query('select from es.event')).rowCount).toBe(0);
  });

  it('end with the append where it was first: the stream is kept whole', async () => {
    await inTransaction(database.pool, async (client) => {
      await client.query(`select from es.stream where stream_id = 'tally-a' for no key update`);
      expect(await deletedBy()).toBe(0);
    });
    await handle(item('a'));
    expect(await deletedBy()).toBe(0);
    expect((await store.history('tally-a')).map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  it('leave no reader in the middle: one that starts during the deletion sees nothing of the stream', async () => {
    const reading: Promise<void>[] = [];
    const seen: string[] = [];
    const deleteWith = async () => {
      const read = async () => {
        const reader = await openReader({ database, name: 'rebuild' });
        seen.push(...(await reader.read(10)).events.map(({ streamId }) => streamId));
      };
      reading.push(read());
      await aSessionWaits();
    };
    expect(await deletedBy({ deleteWith })).toBe(1);
    await Promise.all(reading);
    expect(seen).toEqual([]);
  });
});

it('the table of a projection after a deletion is that of a rebuild without the deleted streams', async () => {
  await endedStream('a');
  await handle(item('b'));
  const types = new StreamTypes([ending]);
  const projection = lastCounts;
  const work = { database, types, projection, table: tableOf(database.dataSource, projection) };
  await registerProjection(database.pool, projection);
  const reader = await openReader({ database, name: projection.name });
  const page = await reader.read(10);
  await inTransaction(database.pool, (client) =>
    writePage(client, { work, schema: 'public', page }),
  );
  await readAll();
  await makeOld();
  const rows = async () =>
    (await database.pool.query<object>('select stream, version from last_count order by stream'))
      .rows;
  expect(await rows()).toHaveLength(2);
  expect(await deletedBy({ projections: [lastCounts] })).toBe(1);
  expect(await rows()).toEqual([{ stream: 'tally-b', version: 1 }]);
  await rebuildProjection({ ...work, signal: always });
  expect(await rows()).toEqual([{ stream: 'tally-b', version: 1 }]);
});

it('a repeat of a handled command on a deleted stream is refused, and has no receipt', async () => {
  const first = item('a', 'end');
  await handle(first);
  await readAll();
  await makeOld();
  await deletedBy();
  const [result] = await handle(first);
  expect(result?.status === 'done' && isRefusal(result.replies[0])).toBe(true);
});
