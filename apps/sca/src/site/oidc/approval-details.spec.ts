import { anInstruction, aPaymentView } from '../../testing/a-payment-view.js';
import type { Approval } from '../challenge/sca-method.js';
import { bindingOf, detailsOf, hashOfDetails } from './approval-details.js';

const approval: Approval = {
  authorisationId: 'aut-1',
  customerId: 'cus-1',
  context: 'PRIVATE',
  nonce: 'nonce-1',
  approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
};
const payment = aPaymentView();
const details = detailsOf('urn:bank:approval', approval, {
  action: 'payment',
  approved: [payment, aPaymentView({ paymentId: 'pay-2' })],
});

describe('the details that the provider shows and grants', () => {
  it('have amount, payee and the hash of the approval for each payment (RTS on SCA, Article 5)', () => {
    expect(details).toHaveLength(2);
    expect(details[0]).toEqual({
      type: 'urn:bank:approval',
      actions: ['payment'],
      identifier: bindingOf(approval),
      instructedAmount: { amount: '1250.50', currency: 'NOK' },
      creditorName: 'Strøm & Varme AS',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
    });
  });

  it('have sum and count for a bulk payment, for each currency', () => {
    const { debtorAccount, ...credit } = anInstruction();
    const inEuro = { ...credit, instructedAmount: { amount: '2', currency: 'EUR' } } as const;
    const instruction = { debtorAccount, payments: [credit, credit, inEuro] };
    const bulk = aPaymentView({ service: 'bulk-payments', instruction });
    expect(detailsOf('t', approval, { action: 'payment', approved: [bulk] })).toMatchObject([
      { instructedAmount: { amount: '2501.00', currency: 'NOK' }, numberOfTransactions: 3 },
      { instructedAmount: { amount: '2', currency: 'EUR' }, numberOfTransactions: 3 },
    ]);
  });

  it('are one detail with the hash when there is no payment', () => {
    expect(detailsOf('t', approval, { action: 'access', approved: [] })).toEqual([
      { type: 't', actions: ['access'], identifier: bindingOf(approval) },
    ]);
  });

  it.each<readonly [string, Partial<Approval>]>([
    ['another nonce', { nonce: 'nonce-2' }],
    ['another amount or payee', { approves: [{ paymentId: 'pay-1', hash: 'hash-2' }] }],
    ['another authorisation', { authorisationId: 'aut-2' }],
    ['another customer', { customerId: 'cus-2' }],
    ['another context', { context: 'CORPORATE', corporateId: 'agr-1' }],
  ])('have another hash for %s', (_about, change) => {
    expect(bindingOf({ ...approval, ...change })).not.toBe(bindingOf(approval));
  });
});

describe('the comparison of granted with asked details', () => {
  const asked = hashOfDetails(details);
  const [first, second] = details;

  it('ignores the order of details and of members', () => {
    const turned = Object.fromEntries(Object.entries(first!).toReversed());
    expect(hashOfDetails([second, turned])).toBe(asked);
  });

  it.each<readonly [string, unknown]>([
    [
      'an altered amount',
      [{ ...first, instructedAmount: { amount: '1', currency: 'NOK' } }, second],
    ],
    ['an altered payee', [{ ...first, creditorName: 'Somebody else' }, second]],
    ['one detail fewer', [first]],
    ['one detail more', [first, second, second]],
    ['a member fewer', [{ ...first, actions: undefined }, second]],
    ['a member more', [{ ...first, locations: ['https://bank.example'] }, second]],
    ['none', []],
    ['no list', undefined],
    ['an object', { 0: first, 1: second }],
    ['a lone surrogate', [{ ...first, creditorName: '\ud800' }, second]],
  ])('rejects %s', (_about, granted) => {
    expect(hashOfDetails(granted)).not.toBe(asked);
  });
});
