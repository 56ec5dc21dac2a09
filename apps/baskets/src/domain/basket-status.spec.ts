import { BASKET_STATUSES, PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { BasketStatus, PaymentStatus } from '@nordgate/contracts/codes';
import { basketStatusOf, basketValueOf, laterOf } from './basket-status.js';

/** Written out again on purpose: a changed value has to be changed in two places. */
const ruling: readonly (readonly [PaymentStatus, BasketStatus])[] = [
  ['RJCT', 'RJCT'],
  ['CANC', 'RJCT'],
  ['RCVD', 'RCVD'],
  ['PDNG', 'PATC'],
  ['PART', 'PATC'],
  ['ACTC', 'ACTC'],
  ['ACCP', 'ACTC'],
  ['ACWC', 'ACTC'],
  ['ACWP', 'ACTC'],
  ['ACSP', 'ACTC'],
  ['ACSC', 'ACTC'],
];
const worstFirst: readonly BasketStatus[] = ['RJCT', 'RCVD', 'PATC', 'ACTC'];

const statusOf = (...statuses: PaymentStatus[]) => {
  const facts = statuses.map((status, i) => ({ paymentId: String(i), version: 1, status }));
  return basketStatusOf(
    facts.map(({ paymentId }) => paymentId),
    new Map(facts.map((fact) => [fact.paymentId, fact])),
  );
};

describe('what the status of one payment means for its basket', () => {
  it('is ruled for every status that a payment may show, and for no other', () => {
    expect(ruling.map(([status]) => status).sort()).toEqual([...PAYMENT_STATUSES].sort());
  });

  it.each(ruling)('%s counts as %s', (status, value) => {
    expect(basketValueOf({ status })).toBe(value);
    expect(statusOf(status)).toBe(value);
  });

  it.each([
    [false, 'RJCT'],
    [true, 'ACTC'],
    [undefined, 'ACTC'],
  ])('ACCP with fundsAvailable %s counts as %s', (fundsAvailable, value) => {
    expect(basketValueOf({ status: 'ACCP', fundsAvailable })).toBe(value);
  });

  it('reads fundsAvailable with ACCP only', () => {
    expect(basketValueOf({ status: 'ACTC', fundsAvailable: false })).toBe('ACTC');
  });
});

describe('the status of a basket', () => {
  it('knows every status that a basket may show', () => {
    expect([...worstFirst].sort()).toEqual([...BASKET_STATUSES].sort());
  });

  it.each(ruling.flatMap(([a, is]) => ruling.map(([b, isToo]) => [a, b, is, isToo] as const)))(
    'of %s and %s is the worse of %s and %s',
    (a, b, is, isToo) => {
      const worse = worstFirst.find((status) => [is, isToo].includes(status));
      expect(statusOf(a, b)).toBe(worse);
      expect(statusOf(b, a)).toBe(worse);
    },
  );

  it('is RCVD when nothing is known of any member', () => {
    expect(basketStatusOf(['1', '2'], new Map())).toBe('RCVD');
  });

  it('takes no notice of payments that are no members', () => {
    const stranger = { paymentId: '9', version: 1, status: 'RJCT' } as const;
    const member = { paymentId: '1', version: 2, status: 'ACTC' } as const;
    const register = new Map([stranger, member].map((fact) => [fact.paymentId, fact]));
    expect(basketStatusOf(['1'], register)).toBe('ACTC');
  });
});

describe('the later of two facts', () => {
  it('is the one with the higher version, whichever comes first', () => {
    const early = { paymentId: '1', version: 9, status: 'RJCT' } as const;
    const late = { paymentId: '1', version: 10, status: 'ACTC' } as const;
    expect(laterOf(early, late)).toBe(late);
    expect(laterOf(late, early)).toBe(late);
  });
});
