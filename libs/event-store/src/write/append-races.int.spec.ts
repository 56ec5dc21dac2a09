import type { PoolClient } from 'pg';
import { appendStreams } from './append.js';
import type { AppendWrite, StreamWrite } from './append.js';
import { EventStore } from './event-store.js';
import { appendFailureOf } from '../sql/store-errors.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { tally } from '@nordgate/decider/testing';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('append_races');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());

let group = 0;

function to(name: string, expected: number, more: Partial<StreamWrite> = {}): StreamWrite {
  const meta = { commandId: 'c', actor: 'test', requestedAt: '2026-03-01T10:00:00Z' };
  group += 1;
  return {
    streamId: `tally-${name}`,
    streamType: 'tally',
    expected,
    events: [{ type: 'Counted', schemaVersion: 1, data: { by: 1 }, meta }],
    state: { count: expected + 1, sum: expected + 1, reserved: null },
    stateVersion: 1,
    take: [],
    release: [],
    group,
    ...more,
  };
}

function write(...streams: StreamWrite[]): AppendWrite {
  return { consumer: 'test', streams, inbox: [], rows: [] };
}

async function versionsOf(name: string): Promise<number[]> {
  return (await store.history(`tally-${name}`)).map(({ version }) => version);
}

/** Appends in a transaction that is still open while the second append runs into it. */
async function race<T>(first: AppendWrite, second: () => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await appendStreams(client, first);
    const waiting = second();
    waiting.catch(() => undefined);
    await untilASessionWaits(client);
    await client.query('commit');
    return await waiting;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function untilASessionWaits(client: PoolClient): Promise<void> {
  const waiting = `select count(*)::int as waits from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await client.query<{ waits: number }>(waiting);
    // Statistics are kept as they were first seen in a transaction.
    await client.query('select pg_stat_clear_snapshot()');
    if (rows[0]?.waits === 1) return;
  }
}

describe('two concurrent appends', () => {
  it('that create one stream: the second one is refused that stream and writes its other streams', async () => {
    const refused = await race(write(to('new', 0)), () =>
      store.append(write(to('beside-a', 0), to('new', 0), to('other', 0))),
    );
    expect(refused).toEqual([{ streamId: 'tally-new', reason: 'version' }]);
    expect(await versionsOf('new')).toEqual([1]);
    expect(await versionsOf('beside-a')).toEqual([1]);
    expect(await versionsOf('other')).toEqual([1]);
  });

  it('to one existing stream: the second one is refused the stream and its group only', async () => {
    await store.append(write(to('known', 0), to('fellow', 0), to('third', 0)));
    const group = 1_000;
    const refused = await race(write(to('known', 1)), () =>
      store.append(
        write(
          to('fellow', 1, { group }),
          to('fresh', 0, { group }),
          to('known', 1, { group }),
          to('third', 1),
        ),
      ),
    );
    expect(refused).toEqual([
      { streamId: 'tally-known', reason: 'version' },
      { streamId: 'tally-fellow', reason: 'group' },
      { streamId: 'tally-fresh', reason: 'group' },
    ]);
    expect(await versionsOf('known')).toEqual([1, 2]);
    expect(await versionsOf('fellow')).toEqual([1]);
    expect(await versionsOf('fresh')).toEqual([]);
    expect(await versionsOf('third')).toEqual([1, 2]);
    expect(await store.state(tally, 'tally-fellow')).toMatchObject({ version: 1 });
  });

  it('that create one stream, one of them with a claim: the second one fails with a conflict', async () => {
    const claim = { scope: 'key', key: 'k' };
    const failing = race(write(to('claiming', 0)), () =>
      store.append(write(to('claiming', 0, { take: [claim] }), to('not-yet', 0))),
    );
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '23505', schema: 'es', table: 'stream' });
    expect(appendFailureOf(error)).toBe('conflict');
    expect(await versionsOf('claiming')).toEqual([1]);
    expect(await versionsOf('not-yet')).toEqual([]);
  });
});
