import { readAnswer, resourceIn } from './answer-facts.js';

const read = (content: unknown, retryAfter?: string) => {
  const { made, facts } = readAnswer({ payload: JSON.stringify(content), retryAfter });
  return { made, ...facts };
};
const none = { next: null, retryAfterSeconds: null, hasScaRedirect: false };

describe('what an answer asked of a TPP', () => {
  it.each([
    ['a payment', { paymentId: 'AP1' }, { made: { kind: 'payment', id: 'AP1' } }],
    ['a basket', { basketId: 'AB1' }, { made: { kind: 'basket', id: 'AB1' } }],
    ['a consent', { consentId: 'AC1' }, { made: { kind: 'consent', id: 'AC1' } }],
    ['a link to SCA', { _links: { scaRedirect: { href: 'x' } } }, { hasScaRedirect: true }],
    [
      'the next page of transactions',
      { transactions: { _links: { next: { href: 'https://bank.example/v1/a?offset=1' } } } },
      { next: '/v1/a?offset=1' },
    ],
    [
      'the next page of card transactions',
      { cardTransactions: { _links: { next: { href: '/v1/c?offset=1' } } } },
      { next: '/v1/c?offset=1' },
    ],
    ['nothing', { accounts: [] }, {}],
  ])('has %s', (_what, content, facts) => {
    expect(read(content)).toEqual({ made: null, ...none, ...facts });
  });

  it('has the seconds of Retry-After, and no date', () => {
    expect(read({}, '7').retryAfterSeconds).toBe(7);
    expect(read({}, 'Tue, 01 Jan 2030 00:00:00 GMT').retryAfterSeconds).toBeNull();
  });

  it.each([[undefined], [''], ['{"cut'], ['[1]'], [Buffer.from('{}')], ['null']])(
    'is nothing for the content %p',
    (payload) => {
      expect(readAnswer({ payload, retryAfter: undefined })).toEqual({ made: null, facts: none });
    },
  );
});

describe('the resource that a request names', () => {
  it.each([
    ['/v1/payments/sepa-credit-transfers/AP1/status', { kind: 'payment', id: 'AP1' }],
    ['/v1/bulk-payments/sepa-credit-transfers/AU1', { kind: 'payment', id: 'AU1' }],
    ['/v1/periodic-payments/sepa-credit-transfers/AR1', { kind: 'payment', id: 'AR1' }],
    ['/v1/signing-baskets/AB1?x=1', { kind: 'basket', id: 'AB1' }],
    ['/v1/bank-offered-consents/AC1/status', { kind: 'consent', id: 'AC1' }],
    ['/v1/consents/AC1', { kind: 'consent', id: 'AC1' }],
    ['/v1/payments/sepa-credit-transfers', null],
    ['/v1/accounts/1/transactions', null],
  ])('of %s', (target, resource) => {
    expect(resourceIn(target)).toEqual(resource);
  });
});
