import fc from 'fast-check';
import type { PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentEvent, PaymentExempted } from '@nordgate/contracts/events';
import { amountUnits, dayInOslo } from '@nordgate/contracts/rules';
import { exemptionBoundsOf } from '../domain/exemptions.js';
import { moments } from '../testing/a-payment.js';
import { toTransfer } from '../testing/payment-commands.js';
import { TransfersInMemory } from '../testing/transfers-in-memory.js';

const bounds = { countMax: 3, sumMax: { amount: '1000.00', currency: 'NOK' } } as const;
const evening = '2030-03-01T22:59:59.999Z';
const midnightInOslo = '2030-03-01T23:00:00.000Z';

let bank: TransfersInMemory;
beforeEach(() => {
  bank = new TransfersInMemory(bounds);
});

const isExempt = (...args: Parameters<typeof toTransfer>): boolean =>
  (bank.initiate(toTransfer(...args)) as PaymentReceipt).isExempt === true;
const exemptedIn = ({ written }: TransfersInMemory): readonly PaymentExempted[] =>
  written.flatMap(({ event }) =>
    event.type === 'PaymentExempted' ? [event as PaymentExempted] : [],
  );

describe('a transfer between own accounts', () => {
  it('is exempt from SCA and counted, in one decision', () => {
    const transfer = toTransfer('one', { amount: '12.50' });
    expect(bank.initiate(transfer)).toMatchObject({ transactionStatus: 'ACTC', isExempt: true });
    expect(bank.written.map(({ event }) => event)).toMatchObject([
      { type: 'PaymentInitiated', data: { exemption: { customerId: 'customer-1' } } },
      {
        type: 'PaymentExempted',
        data: {
          paymentId: 'one',
          amount: { amount: '12.50', currency: 'NOK' },
          at: moments.initiated,
        },
      },
    ]);
  });

  it('is exempt up to the largest count of a day, and needs SCA above it', () => {
    const payments = ['one', 'two', 'three', 'four'].map((id) => isExempt(id));
    expect(payments).toEqual([true, true, true, false]);
    expect(exemptedIn(bank)).toHaveLength(3);
  });

  it('is exempt up to exactly the largest sum of a day', () => {
    expect(isExempt('one', { amount: '499.99' })).toBe(true);
    expect(isExempt('two', { amount: '500.01' })).toBe(true);
  });

  it('needs SCA one minor unit above the largest sum of a day', () => {
    expect(isExempt('one', { amount: '499.99' })).toBe(true);
    expect(isExempt('two', { amount: '500.02' })).toBe(false);
    expect(isExempt('smaller', { amount: '500.01' })).toBe(true);
  });

  it('is RCVD with its own link where it needs SCA', () => {
    bank = new TransfersInMemory({ ...bounds, countMax: 0 });
    const transfer = toTransfer('one');
    const receipt = bank.initiate(transfer);
    expect(receipt).toMatchObject({ transactionStatus: 'RCVD' });
    expect(receipt).not.toHaveProperty('isExempt');
    const [first] = bank.written.map(({ event }) => event as PaymentEvent);
    expect(first?.data).toMatchObject({ authorisation: transfer.data.authorisation });
    expect(first?.data).not.toHaveProperty('exemption');
  });

  it('needs SCA and counts nothing where it has a fee', () => {
    const { data, ...command } = toTransfer('one');
    const price = { amount: '0.50', currency: 'NOK' } as const;
    const receipt = bank.initiate({ ...command, data: { ...data, price } });
    expect(receipt).toMatchObject({ transactionStatus: 'RCVD', price });
    expect(exemptedIn(bank)).toEqual([]);
  });

  it('counts once when its request is repeated, and stays exempt after the bounds are reached', () => {
    const first = isExempt('one');
    for (let again = 0; again < 5; again += 1) expect(isExempt('one')).toBe(first);
    expect([isExempt('two'), isExempt('three'), isExempt('four')]).toEqual([true, true, false]);
    expect([isExempt('one'), isExempt('four')]).toEqual([true, false]);
    expect(exemptedIn(bank).map(({ data }) => data.paymentId)).toEqual(['one', 'two', 'three']);
  });

  it('needs SCA still when the request of a payment that needed it is repeated the next day', () => {
    bank = new TransfersInMemory({ ...bounds, countMax: 1 });
    expect([isExempt('one'), isExempt('two')]).toEqual([true, false]);
    expect(isExempt('two', { at: midnightInOslo })).toBe(false);
    expect(exemptedIn(bank)).toHaveLength(1);
  });

  it('is refused and counts nothing where its X-Request-ID belongs to another request', () => {
    expect(isExempt('one')).toBe(true);
    const { data, ...command } = toTransfer('one');
    const other = { ...command, data: { ...data, fingerprint: 'other' } };
    expect(bank.initiate(other)).toEqual({ refused: 'CONFLICT' });
    expect(exemptedIn(bank)).toHaveLength(1);
  });

  it('counts for the day in Oslo on which the bank accepted it', () => {
    bank = new TransfersInMemory({ ...bounds, countMax: 1 });
    expect(isExempt('one', { at: evening })).toBe(true);
    expect(isExempt('two', { at: evening })).toBe(false);
    expect(isExempt('three', { at: midnightInOslo })).toBe(true);
  });

  it('counts for its customer alone', () => {
    bank = new TransfersInMemory({ ...bounds, countMax: 1 });
    expect(isExempt('one')).toBe(true);
    expect(isExempt('two', { customerId: 'customer-2' })).toBe(true);
    expect(isExempt('three')).toBe(false);
  });

  it('counts for its customer through another TPP, too', () => {
    bank = new TransfersInMemory({ ...bounds, countMax: 1 });
    expect(isExempt('one')).toBe(true);
    const { data, ...command } = toTransfer('two');
    const initiator = { ...data.initiator, tpp: 'PSDNO-FSA-2', psuId: 'another-uuid' };
    expect(bank.initiate({ ...command, data: { ...data, initiator } })).toMatchObject({
      transactionStatus: 'RCVD',
    });
  });

  it('starts a new count after a reset of the sandbox', () => {
    bank = new TransfersInMemory({ ...bounds, countMax: 1 });
    expect(isExempt('one')).toBe(true);
    expect(isExempt('two.1')).toBe(true);
    expect(isExempt('three.1')).toBe(false);
  });

  it('needs SCA where the profile has no bounds, and in another currency than theirs', () => {
    bank = new TransfersInMemory(exemptionBoundsOf({}));
    expect(isExempt('one')).toBe(false);
    bank = new TransfersInMemory({ ...bounds, sumMax: { amount: '1000', currency: 'EUR' } });
    expect(isExempt('one')).toBe(false);
  });
});

describe('any requests of customers over days', () => {
  const request = fc.record({
    id: fc.integer({ min: 0, max: 25 }).map(String),
    amount: fc.bigInt({ min: 1n, max: 60_000n }).map((minor) => {
      const digits = minor.toString().padStart(3, '0');
      return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
    }),
    customerId: fc.constantFrom('customer-1', 'customer-2'),
    at: fc.constantFrom(moments.initiated, evening, midnightInOslo),
  });
  const anyBounds = fc.record({
    countMax: fc.integer({ min: 1, max: 6 }),
    sumMax: fc
      .integer({ min: 1, max: 2000 })
      .map((amount) => ({ amount: String(amount), currency: 'NOK' })),
  });

  it('never exempt more than the count and the sum of a customer and day, and each payment once', () => {
    fc.assert(
      fc.property(anyBounds, fc.array(request, { maxLength: 40 }), (limits, requests) => {
        const inMemory = new TransfersInMemory(limits);
        const customers = new Map<string, string>();
        for (const { id, ...rest } of requests) {
          if (!customers.has(id)) customers.set(id, rest.customerId);
          inMemory.initiate(toTransfer(id, rest));
        }
        const days = new Map<string, bigint[]>();
        const exempted = exemptedIn(inMemory).map(({ data }) => data);
        for (const { paymentId, amount, at } of exempted) {
          const day = `${customers.get(paymentId) ?? ''} ${dayInOslo(new Date(at))}`;
          days.set(day, [...(days.get(day) ?? []), amountUnits(amount.amount)]);
        }
        expect(new Set(exempted.map(({ paymentId }) => paymentId)).size).toBe(exempted.length);
        for (const amounts of days.values()) {
          expect(amounts.length).toBeLessThanOrEqual(limits.countMax);
          const sum = amounts.reduce((left, right) => left + right, 0n);
          expect(sum <= amountUnits(limits.sumMax.amount)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
