import { soundEvidence, withService } from '../testing/evidence.js';
import type { OrderRow } from '../evidence/evidence.js';
import { inOrderBook } from './views.js';

const sound = soundEvidence('approve');
const claimed = sound.orders.filter(({ claimedBy }) => claimedBy !== null);
const faultsWith = (change: (row: OrderRow) => readonly OrderRow[]) =>
  inOrderBook({ ...sound, orders: sound.orders.flatMap(change) }).violations;
const changed = (changes: Partial<OrderRow>) => (row: OrderRow) =>
  row.claimedBy === null ? [row] : [{ ...row, ...changes }];

describe('the law of the order book', () => {
  it('asks nothing of a payment that nobody has approved', () => {
    const refused = soundEvidence('refuse');
    expect(inOrderBook(refused).violations).toEqual([]);
    const orders = refused.orders.filter(({ claimedBy }) => claimedBy !== null);
    expect(inOrderBook({ ...refused, orders }).violations).toEqual([]);
  });

  it('takes a row of the claim, and one of a later version that is right', () => {
    expect(claimed).toHaveLength(2);
    expect(faultsWith((row) => [row])).toEqual([]);
    const [first] = claimed;
    const later = { ...first!, version: 4, status: 'ACSC' };
    expect(faultsWith((row) => (row === first ? [later] : [row]))).toEqual([]);
  });

  it.each([
    ['is missing', (row: OrderRow) => (row.claimedBy === null ? [row] : []), /does not know it/],
    ['has not heard of the claim', changed({ version: 2, status: 'ACTC' }), /PaymentClaimed later/],
    ['has another status', changed({ status: 'ACTC' }), /was ACCP then/],
    ['has another run', changed({ claimedBy: 'batch-run-1' }), /says batch-run-1/],
  ])('finds an order that %s', (_what, change, fault) => {
    const faults = faultsWith(change);
    expect(faults).toHaveLength(claimed.length);
    for (const one of faults) expect(one).toMatch(fault);
  });

  it('finds an exempt payment without a row, and a row without a payment', () => {
    const stream = 'payment-0000000000000000000000000000000a';
    const exempt = { exemption: { reason: 'own-accounts', customerId: 'customer-1' } };
    const withExempt = withService(sound, 'payments', ({ events, streams, ...others }) => ({
      ...others,
      events: [
        ...events,
        { stream, version: 1, id: `${stream}@1`, type: 'PaymentInitiated', data: exempt },
      ],
      streams: [...streams, { ...streams[0]!, stream, version: 1 }],
    }));
    expect(inOrderBook(withExempt).violations).toEqual([
      `${stream} has PaymentInitiated; the order book does not know it`,
    ]);
    const strange = {
      paymentId: 'nobody',
      version: 1,
      status: 'ACTC',
      claimedBy: null,
      isDue: false,
    };
    expect(inOrderBook({ ...sound, orders: [...sound.orders, strange] }).violations).toEqual([
      'the order book knows payment-nobody, payments does not',
    ]);
  });
});
