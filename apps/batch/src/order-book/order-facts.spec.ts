import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { received } from '@nordgate/decider/testing';
import {
  aTransfer,
  authorised,
  authorisedBefore,
  bulkOf,
  cancelled,
  claimed,
  initiated,
  standingOrder,
  tpp,
} from '../testing/an-order.js';
import { aProfile } from '../testing/a-profile.js';
import { orderRow } from './order-book.rows.js';
import { orderEvents, orderFactsOf } from './order-facts.js';
import type { OrderEvent } from './order-facts.js';
import { orderTermsOf } from './order-terms.js';

const terms = orderTermsOf(aProfile);
const factsOf = (event: OrderEvent, version = 7, stream = 'payment-42') =>
  orderFactsOf(received(stream, event, version), terms);
const run = 'batch-run-2030-03-01-1330';
const product = 'cross-border-credit-transfers';
const periodic = { service: 'periodic-payments', instruction: standingOrder } as const;

describe('the facts of an order', () => {
  it('are who asked for what, and when the bank has it', () => {
    const said = {
      receipt: {
        ...{ service: 'payments', product: 'norwegian-domestic-credit-transfers', tpp },
        ...{ isInstant: false, receivedDay: '2030-02-28' },
      },
      wish: { isUrgent: false, parts: 1 },
    };
    const known = { paymentId: '42', generation: 0, isOfKnown: false };
    expect(factsOf(initiated(), 1)).toEqual({ ...known, version: 1, status: 'RCVD', ...said });
    expect(factsOf(authorised(), 2)).toEqual({ ...known, version: 2, status: 'ACTC', ...said });
    expect(factsOf(authorisedBefore, 2)).toEqual({ ...known, version: 2, status: 'ACTC' });
  });

  it.each([
    ['a single payment', {}],
    ['a payment of a day', { instruction: { ...aTransfer, requestedExecutionDate: '2030-03-05' } }],
    [
      'an urgent payment',
      {
        product: 'cross-border-credit-transfers',
        instruction: { ...aTransfer, serviceLevel: 'URGP' },
      },
    ],
    ['an instant payment', { product: 'instant-norwegian-domestic-credit-transfers-straks' }],
    ['a bulk', { service: 'bulk-payments', instruction: bulkOf(3) }],
    ['a bulk of one', { service: 'bulk-payments', instruction: bulkOf(1) }],
    ['a standing order', periodic],
  ] as const)('are the same by the approval as by the initiation: %s', (_what, asked) => {
    const { receipt, wish } = factsOf(initiated(asked), 1);
    expect(receipt?.service).toBe('service' in asked ? asked.service : 'payments');
    expect(factsOf(authorised(asked), 2)).toMatchObject({ receipt, wish });
    expect(factsOf(authorised(asked), 2).wish).toEqual(wish);
  });

  it('are news of a known order where nobody may have approved the payment', () => {
    expect(factsOf(cancelled).isOfKnown).toBe(true);
    expect(orderRow(factsOf(cancelled)).row.at(-1)).toBe(true);
  });

  it.each([
    ['at the cut-off of its product', {}, '2030-03-01'],
    ['of a product without a cut-off', { product }, '2030-02-28'],
    [
      'of an instant product, which is never late',
      { product: 'instant-norwegian-domestic-credit-transfers-straks' },
      '2030-02-28',
    ],
  ])('have the day of an order %s', (_what, changes, receivedDay) => {
    const late = initiated({ ...changes, acceptedAt: '2030-02-28T13:00:00.000Z' });
    expect(factsOf(late).receipt?.receivedDay).toBe(receivedDay);
  });

  it('say that an instant product is one', () => {
    const instant = { product: 'instant-norwegian-domestic-credit-transfers-straks' };
    expect(factsOf(initiated(instant)).receipt?.isInstant).toBe(true);
  });

  it('have the requested day and the urgency of the last instruction', () => {
    const instruction = {
      ...aTransfer,
      ...{ serviceLevel: 'URGP', requestedExecutionDate: '2030-03-05' },
    } as const;
    const wish = { isUrgent: true, requestedDay: '2030-03-05', parts: 1 };
    expect(factsOf(initiated({ product, instruction })).wish).toEqual(wish);
    const data = { by: 'channel:branch', instruction, at: '2030-03-01T08:00:00.000Z' };
    const changed = factsOf({ type: 'PaymentChanged', data });
    expect(changed).toMatchObject({ status: 'RCVD', wish });
    expect(changed.receipt).toBeUndefined();
    const normal = { ...aTransfer, serviceLevel: 'NURG' } as const;
    expect(factsOf(initiated({ product, instruction: normal })).wish?.isUrgent).toBe(false);
  });

  it('count the sub-payments of a bulk', () => {
    const bulk = initiated({ service: 'bulk-payments', instruction: bulkOf(3) });
    expect(factsOf(bulk).wish).toEqual({ isUrgent: false, parts: 3 });
  });

  it('have the first occurrence of a periodic payment, and after each claim the next one', () => {
    const wishOf = (event: OrderEvent) => factsOf(event).wish?.nextOccurrence;
    expect(wishOf(initiated(periodic))).toBe('2030-03-01');
    expect(wishOf(claimed(run, periodic, '2030-03-01'))).toBe('2030-04-01');
    expect(wishOf(claimed(run, periodic, '2030-04-01'))).toBe('2030-05-02');
    expect(wishOf(claimed(run, periodic, '2030-05-02'))).toBeUndefined();
    expect(factsOf(claimed(run, periodic, '2030-03-01'))).toMatchObject({
      ...{ status: 'ACTC', claimedOccurrence: '2030-03-01' },
    });
  });

  it('have the next occurrence apart where the runs leave periodic payments out', () => {
    const sandbox = orderTermsOf({ ...aProfile, environment: 'sandbox' });
    const { wish } = orderFactsOf(received('payment-42', initiated(periodic), 1), sandbox);
    expect(wish).toEqual({ isUrgent: false, parts: 1, standingDay: '2030-03-01' });
  });

  it('say which run has claimed the payment', () => {
    expect(factsOf(claimed(run))).toEqual({
      ...{ paymentId: '42', generation: 0, version: 7, status: 'ACCP', claimedBy: run },
      isOfKnown: false,
    });
  });

  it('say who rejected the payment, and why', () => {
    const why = { by: run, code: 'PAYMENT_FAILED', reason: 'amount-above-limit' } as const;
    const data = { ...why, at: '2030-03-01T08:00:00.000Z' };
    const facts = factsOf({ type: 'PaymentRejected', data });
    expect(facts).toMatchObject({ status: 'RJCT', rejection: why });
    const { row } = orderRow(facts);
    expect(row.slice(11, 14)).toEqual([run, 'PAYMENT_FAILED', 'amount-above-limit']);
  });

  it('are of the generation of the payment', () => {
    expect(factsOf(authorisedBefore, 2, 'payment-42.3')).toEqual({
      ...{ paymentId: '42.3', generation: 3, version: 2, status: 'ACTC', isOfKnown: false },
    });
  });

  it('are a row, with nothing where nothing is said', () => {
    expect(orderRow(factsOf(authorisedBefore, 2)).row).toEqual([
      ...['42', 0, 2, 'ACTC', null, null, null, null, null, null, null],
      ...[null, null, null, 0, null, null, null, null, null, false],
    ]);
    expect(orderRow(factsOf(claimed(run, periodic, '2030-03-01'), 4)).row).toEqual([
      ...['42', 0, 4, 'ACTC', null, '2030-03-01', null, null, null, null, null],
      ...[null, null, null, 4, false, null, '2030-04-01', null, 1, false],
    ]);
    expect(orderRow(factsOf(initiated(), 1)).row).toEqual([
      ...['42', 0, 1, 'RCVD', null, null, 'payments', 'norwegian-domestic-credit-transfers', tpp],
      ...[false, '2030-02-28', null, null, null, 1, false, null, null, null, 1, false],
    ]);
  });
});

/** The golden files of payments: each event as it is stored, and the state of the payment after it. */
interface Golden {
  readonly stored: { readonly type: OrderEvent['type']; readonly data: unknown };
  readonly state: { readonly status: string };
}
const folder = join(import.meta.dirname, '../../../payments/src/testing/golden');
const goldens = readdirSync(folder)
  .filter((file) => !/^Payment(?:Signed|Progressed|Exempted)\./.test(file))
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Golden);

describe('the order book', () => {
  it.each(goldens)('reads the status that $stored.type leaves', ({ stored, state }) => {
    expect(orderEvents.types).toContain(stored.type);
    const event = { type: stored.type, data: stored.data } as OrderEvent;
    expect(factsOf(event).status).toBe(state.status);
  });
});
