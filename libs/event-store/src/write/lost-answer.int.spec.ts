import { tally } from '@nordgate/decider/testing';
import type { Database } from '../sql/database.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from './event-store.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('lost_answer');
});
afterAll(() => database.close());

/** The database, whose connection is lost after each statement, before its answer. */
function withLostAnswers(): Database {
  const connection = database.pool.query.bind(database.pool) as (
    ...asked: readonly unknown[]
  ) => Promise<unknown>;
  const query = async (...asked: readonly unknown[]) => {
    await connection(...asked);
    throw Object.assign(new Error('connection failure'), { code: '08006' });
  };
  const pool = Object.assign(Object.create(database.pool) as Database['pool'], { query });
  return { ...database, pool };
}

describe('an append whose answer is lost', () => {
  it('wakes the readers: it may be written, and its repeat writes nothing', async () => {
    let woken = 0;
    const remove = database.appended.onRows(() => (woken += 1), ['any-row']);
    const meta = { commandId: 'c', actor: 'test', requestedAt: '2026-03-01T10:00:00Z' };
    const stream = {
      ...{ streamId: 'tally-lost', streamType: 'tally', expected: 0, group: 1 },
      ...{ events: [{ type: 'Counted', schemaVersion: 1, data: { by: 1 }, meta }] },
      ...{ state: { count: 1, sum: 1, reserved: null }, stateVersion: 1, take: [], release: [] },
    };
    const append = new EventStore(withLostAnswers(), [tally]).append({
      ...{ consumer: 'test', streams: [stream], inbox: [], rows: [] },
    });
    await expect(append).rejects.toThrow('connection failure');
    remove();
    expect(await new EventStore(database, [tally]).history('tally-lost')).toHaveLength(1);
    expect(woken).toBe(1);
  });
});
