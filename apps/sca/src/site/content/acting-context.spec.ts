import type { ActingContext, ActingCustomer } from '@nordgate/contracts/queries';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import {
  canDebit,
  canPayFrom,
  contextKey,
  hasOtherCurrency,
  offeredContexts,
  openContexts,
  shownContext,
} from './acting-context.js';

const own: ActingContext = { context: 'PRIVATE', name: 'Kari', debitable: [], viewable: [] };
const first: ActingContext = {
  context: 'CORPORATE',
  corporateId: 'agr-1',
  name: 'Fisk AS',
  debitable: [ownBban],
  viewable: [],
};
const second: ActingContext = { ...first, corporateId: 'agr-2', name: 'Skip AS', debitable: [] };
const customer: ActingCustomer = {
  customerId: 'cus-1',
  name: 'Kari',
  contexts: [own, first, second],
};

describe('openContexts (specification 5.14)', () => {
  it('returns every context when the request names none', () => {
    expect(openContexts({}, customer)).toEqual([own, first, second]);
  });

  it('returns the contexts of the kind that the request names', () => {
    expect(openContexts({ context: 'PRIVATE' }, customer)).toEqual([own]);
    expect(openContexts({ context: 'CORPORATE' }, customer)).toEqual([first, second]);
  });

  it('returns the agreement that the request names', () => {
    const named = { context: 'CORPORATE', corporateId: 'agr-2' } as const;
    expect(openContexts(named, customer)).toEqual([second]);
  });

  it('returns nothing for an agreement of another customer', () => {
    expect(openContexts({ corporateId: 'agr-9' }, customer)).toEqual([]);
    expect(openContexts({ context: 'CORPORATE' }, { ...customer, contexts: [own] })).toEqual([]);
  });
});

describe('offeredContexts', () => {
  const { contexts } = customer;

  it('returns only the contexts that can pay, and the shown one', () => {
    expect(offeredContexts(contexts, first, [aPaymentView()])).not.toContain(own);
    expect(offeredContexts(contexts, own, [aPaymentView()])).toContain(own);
    expect(offeredContexts(contexts, own, [aPaymentView()])).toContain(first);
  });

  it('returns every context when nothing is to be paid', () => {
    expect(offeredContexts(contexts, own, [])).toEqual(contexts);
  });
});

describe('shownContext', () => {
  const contexts = customer.contexts;

  it('returns the context that the PSU chose', () => {
    expect(shownContext(contexts, contextKey(second), [aPaymentView()])).toBe(second);
    expect(shownContext(contexts, 'PRIVATE', [aPaymentView()])).toBe(own);
  });

  it('otherwise returns the first context that may debit a payment', () => {
    expect(shownContext(contexts, '', [aPaymentView()])).toBe(first);
    expect(shownContext(contexts, 'agr-9', [aPaymentView()])).toBe(first);
  });

  it('otherwise returns the first context', () => {
    expect(shownContext(contexts, '', [])).toBe(own);
    expect(shownContext([], '', [])).toBeUndefined();
  });
});

describe('canDebit', () => {
  const inEuro = { ...first, currencies: { [ownBban]: 'EUR' } };
  const from = (debtorAccount: { bban?: string; iban?: string; currency: 'NOK' | 'EUR' }) =>
    aPaymentView({ instruction: anInstruction({ debtorAccount }) });

  it.each([
    ['is true for an account of the context in its currency', inEuro, 'EUR', true],
    ['is false for an account with another currency than the payment says', inEuro, 'NOK', false],
    ['is true where an older release does not tell the currency', first, 'NOK', true],
    ['is false for an account that is not in the context', second, 'NOK', false],
  ] as const)('%s', (_what, context, currency, can) => {
    expect(canDebit(context, from({ bban: ownBban, currency }))).toBe(can);
    expect(canDebit(context, from({ iban: `NO93${ownBban}`, currency }))).toBe(can);
  });

  it('is true for a blocked account, from which the PSU cannot pay', () => {
    const view = from({ iban: `NO93${ownBban}`, currency: 'NOK' });
    const blocked = { ...first, blocked: [ownBban] };
    expect([canDebit(first, view), canPayFrom(first, view)]).toEqual([true, true]);
    expect([canDebit(blocked, view), canPayFrom(blocked, view)]).toEqual([true, false]);
    expect(canPayFrom({ ...second, blocked: [] }, view)).toBe(false);
  });

  it('knows the currency of no account of others', () => {
    expect(hasOtherCurrency(inEuro, from({ bban: '12345678903', currency: 'NOK' }))).toBe(false);
    expect(hasOtherCurrency(inEuro, from({ bban: ownBban, currency: 'NOK' }))).toBe(true);
  });
});
