import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { databaseBytes, tracedEvents } from './traced-events.js';

let database: TestDatabase;
let store: EventStore;

beforeEach(async () => {
  database = await testDatabase('traced');
  store = new EventStore(database, [tally]);
});
afterEach(() => database.close());

let ids = 0;

async function append(name: string, traceId?: string): Promise<void> {
  const command = tallyCommand(`l${(ids += 1)}`, name, 'Count', { by: 1 });
  const meta = {
    ...command.meta,
    ...(traceId !== undefined && { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }),
  };
  const items = [tallyItem({ ...command, meta })];
  await handleSlice({ store, consumer: 'traced', items, execute: executeTally });
}

const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
const found = async (traceId: string, searched?: number) =>
  (await tracedEvents(database.pool, traceId, searched)).map(({ stream, version }) => [
    stream.replace(/^.*-/, ''),
    version,
  ]);

describe('the events of a trace', () => {
  it('are those of its commands, of all streams, in the order of their append', async () => {
    await append('a', one);
    await append('b', other);
    await append('c');
    await append('a', other);
    await append('b', one);
    expect(await found(one)).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(await found(other)).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    expect(await found('3'.repeat(32))).toEqual([]);
  });

  it('are looked for among the newest events only', async () => {
    await append('a', one);
    await append('b');
    expect(await found(one, 2)).toEqual([['a', 1]]);
    expect(await found(one, 1)).toEqual([]);
  });

  it('have their type, time and actor, and never their data', async () => {
    await append('a', one);
    const [event] = await tracedEvents(database.pool, one);
    expect(Object.keys(event ?? {}).sort()).toEqual(['actor', 'at', 'stream', 'type', 'version']);
    expect(event?.at).toBeInstanceOf(Date);
  });
});

it('the size of a database is a number of bytes', async () => {
  expect(await databaseBytes(database.pool)).toBeGreaterThan(1_000_000);
});
