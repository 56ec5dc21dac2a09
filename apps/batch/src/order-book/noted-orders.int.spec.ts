import type { OrderEvent } from './order-facts.js';
import { readUntil } from '@nordgate/service/testing';
import {
  authorised,
  authorisedBefore,
  cancelled,
  initiated,
  paymentIdOf,
} from '../testing/an-order.js';
import { aProfile } from '../testing/a-profile.js';
import { batchOnABus } from '../testing/batch-on-a-bus.fixture.js';
import type { BatchOnABus } from '../testing/batch-on-a-bus.fixture.js';

let batch: BatchOnABus;
afterEach(() => batch.stop());

async function happen(n: number, first: number, ...events: readonly OrderEvent[]): Promise<void> {
  for (const [index, event] of events.entries()) {
    const stream = `payment-${paymentIdOf(n)}`;
    await batch.happens('payments.events.v1', stream, first + index, event);
  }
}

const book = async () => {
  const sql = `select payment_id || ' ' || status as row from order_book order by 1`;
  const { rows } = await batch.database().pool.query<{ row: string }>(sql);
  return rows.map(({ row }) => row);
};
const untilBook = (...expected: readonly string[]) =>
  readUntil(book, (rows) => rows.join() === expected.join());
const rowOf = (n: number, status: string) => `${paymentIdOf(n)} ${status}`;

const sum = { amount: '1000', currency: 'NOK' } as const;
const exempting = {
  ...aProfile,
  exemptions: {
    ...{ ownAccountsBelow: sum, ownAccountsDailyCountMax: 3, ownAccountsDailySumMax: sum },
  },
};
const exempt = initiated();
const exemptPayment: OrderEvent = {
  ...exempt,
  data: { ...exempt.data, exemption: { reason: 'own-accounts', customerId: 'customer-1' } },
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a payment', () => {
  it('is in the order book when it is approved, and not before', async () => {
    batch = await batchOnABus();
    await happen(1, 1, initiated());
    await happen(2, 1, initiated(), cancelled);
    await happen(3, 1, initiated(), authorised());
    await untilBook(rowOf(3, 'ACTC'));
    await happen(1, 2, authorised(), cancelled);
    await untilBook(rowOf(1, 'CANC'), rowOf(3, 'ACTC'));
    expect(await batch.faults()).toEqual([]);
  });

  it('that nobody has to approve is in the order book by its first event', async () => {
    batch = await batchOnABus({ profile: exempting });
    await happen(1, 1, initiated());
    await happen(2, 1, exemptPayment);
    await untilBook(rowOf(2, 'ACTC'));
    await happen(2, 2, cancelled);
    await untilBook(rowOf(2, 'CANC'));
  });

  it('is noted at once before the moment that an upgrade needs, and its approval may lack the order', async () => {
    batch = await batchOnABus({ ordersAtOnceUntil: inAnHour() });
    await happen(1, 1, initiated());
    await untilBook(rowOf(1, 'RCVD'));
    await happen(2, 1, initiated(), authorisedBefore);
    await happen(1, 2, authorisedBefore);
    await untilBook(rowOf(1, 'ACTC'), rowOf(2, 'ACTC'));
    const sql = 'select count(*)::int as n from order_book where due_day is not null';
    const { rows } = await batch.database().pool.query<{ n: number }>(sql);
    expect(rows).toEqual([{ n: 2 }]);
    expect(await batch.faults()).toEqual([]);
  });

  it('is noted by its approval when it comes after that moment', async () => {
    batch = await batchOnABus({ ordersAtOnceUntil: '2026-01-01T00:00:00Z' });
    await happen(1, 1, initiated());
    await happen(2, 1, initiated(), authorised());
    await untilBook(rowOf(2, 'ACTC'));
  });

  it('whose approval lacks the order is parked where the order book does not know it', async () => {
    batch = await batchOnABus();
    await happen(1, 2, authorisedBefore);
    const [fault] = await readUntil(
      () => batch.faults(),
      (faults) => faults.length > 0,
    );
    expect(fault).toContain('was approved by an older release, and its initiation was not noted');
    expect(await book()).toEqual([]);
  });
});
