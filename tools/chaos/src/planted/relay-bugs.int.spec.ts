import { openReader } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import type { ProcessBus } from '@nordgate/service/process';
import type { BusChange } from './bus-bugs.js';
import { droppedEvent, positionReader } from './relay-bugs.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase('planted');
  await database.pool.query(
    `insert into es.event (tx, stream_id, version, type, schema_version, data, meta)
       select '5', 'payment-' || n, 1, 'PaymentInitiated', 1, '{}', '{}' from generate_series(1, 40) n`,
  );
});
afterEach(() => database.close());

/** How many of the 40 stored events the relay of a bus with this bug reads. */
async function readThrough(change: BusChange): Promise<number> {
  let given: Database | undefined;
  const bus = {
    publishEvents: (_: string, of: Database) => {
      given = of;
    },
  };
  change(bus as unknown as ProcessBus).publishEvents('payments.events.v1', database, []);
  const reader = await openReader({ database: given ?? database, name: 'relay' });
  let read = 0;
  for (;;) {
    const page = await reader.read(100);
    if (page.events.length === 0) return read;
    read += page.events.length;
    await page.done();
  }
}

describe('a relay with a planted bug', () => {
  it('reads every stored event when no bug is planted', async () => {
    expect(await readThrough((bus) => bus)).toBe(40);
  });

  it('loses one of ten events with droppedEvent, so the statement that it changes is still the one that is run', async () => {
    expect(await readThrough(droppedEvent)).toBe(36);
  });

  it('starts behind the newest position with positionReader, so the statement that it changes is still the one that is run', async () => {
    expect(await readThrough(positionReader)).toBe(0);
  });
});
