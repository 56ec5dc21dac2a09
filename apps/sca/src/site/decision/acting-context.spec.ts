import type { ActingContext, ActingCustomer } from '@nordgate/contracts/queries';
import { aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { contextKey, openContexts, shownContext } from './acting-context.js';

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
