import type { AuthorisedResource } from '@nordgate/contracts/events';
import { aBasket, aPayment } from '../testing/an-authorisation.js';
import type { Challenge } from './authorisation.js';
import {
  answersResource,
  asksForAccounts,
  isEnrolment,
  isOverview,
  isOwnBusiness,
  isSameChallenge,
  paymentIdsOf,
} from './same-challenge.js';

const [first, second] = ['pay-1', 'pay-2'].map((paymentId) => ({ paymentId, hash: 'hash' })) as [
  Challenge['approves'][0],
  Challenge['approves'][0],
];
const challenge: Challenge = {
  method: 'passkey',
  nonce: 'nonce-1',
  context: 'CORPORATE',
  corporateId: 'agr-1',
  approves: [first, second],
};
const access = (asks?: 'accounts' | 'overview' | 'passkey') =>
  ({ kind: 'access', ...(asks && { asks }) }) as AuthorisedResource;

describe('a challenge', () => {
  it.each<readonly [string, Partial<Challenge>, Partial<Challenge>]>([
    ['with another nonce', {}, { nonce: 'nonce-2' }],
    ['with its payments in another order', {}, { approves: [second, first] }],
    [
      'with its accounts in another order',
      { accounts: ['acc-1', 'acc-2'] },
      { accounts: ['acc-2', 'acc-1'] },
    ],
    ['with an account named twice', { accounts: ['acc-1'] }, { accounts: ['acc-1', 'acc-1'] }],
    ['with no account chosen twice', { accounts: [] }, { accounts: [] }],
    [
      'with its cards in another order',
      { cardAccounts: ['card-1', 'card-2'] },
      { cardAccounts: ['card-2', 'card-1'] },
    ],
    ['with no card, named or not', { accounts: [] }, { accounts: [], cardAccounts: [] }],
  ])('is the same %s', (_what, one, other) => {
    expect(isSameChallenge({ ...challenge, ...one }, { ...challenge, ...other })).toBe(true);
    expect(isSameChallenge({ ...challenge, ...other }, { ...challenge, ...one })).toBe(true);
  });

  it.each<readonly [string, Partial<Challenge>, Partial<Challenge>]>([
    ['method', {}, { method: 'sandbox-code' }],
    ['context', {}, { context: 'PRIVATE' }],
    ['agreement', {}, { corporateId: 'agr-2' }],
    ['content of one payment', {}, { approves: [first, { ...second, hash: 'other' }] }],
    ['payment', {}, { approves: [first, { ...second, paymentId: 'pay-3' }] }],
    ['number of payments', {}, { approves: [first] }],
    ['account', { accounts: ['acc-1'] }, { accounts: ['acc-2'] }],
    ['number of accounts', { accounts: ['acc-1'] }, { accounts: ['acc-1', 'acc-2'] }],
    ['pair of accounts', { accounts: ['acc-1', 'acc-2'] }, { accounts: ['acc-1', 'acc-3'] }],
    ['card', { cardAccounts: ['card-1'] }, { cardAccounts: ['card-2'] }],
    ['number of cards', { accounts: [] }, { accounts: [], cardAccounts: ['card-1'] }],
    ['kind of the same id', { accounts: ['id-1'] }, { accounts: [], cardAccounts: ['id-1'] }],
    ['choice: none instead of no choice', {}, { accounts: [] }],
  ])('is another challenge with another %s', (_what, one, other) => {
    expect(isSameChallenge({ ...challenge, ...one }, { ...challenge, ...other })).toBe(false);
    expect(isSameChallenge({ ...challenge, ...other }, { ...challenge, ...one })).toBe(false);
  });
});

describe('what was shown', () => {
  const [approves, accounts] = [[first], ['acc-1']];

  it.each([
    ['a payment by something to approve', aPayment, { approves }],
    ['a basket by something to approve', aBasket, { approves }],
    ['a consent by a choice of accounts', access('accounts'), { approves: [], accounts }],
    ['a consent by the choice of none', access('accounts'), { approves: [], accounts: [] }],
    ['the way to the overview by nothing', access('overview'), { approves: [] }],
    ['a log-in by nothing', access(), { approves: [] }],
  ])('answers %s', (_what, resource, shown) => {
    expect(answersResource(resource, shown)).toBe(true);
  });

  it.each([
    ['a payment without anything to approve', aPayment, { approves: [] }],
    ['a payment with a choice of accounts', aPayment, { approves, accounts }],
    ['a consent without a choice of accounts', access('accounts'), { approves: [] }],
    ['the way to the overview with accounts', access('overview'), { approves: [], accounts }],
  ])('does not answer %s', (_what, resource, shown) => {
    expect(answersResource(resource, shown)).toBe(false);
  });
});

describe('an authorisation', () => {
  it.each([
    ['a payment', aPayment, {}],
    ['a basket', aBasket, {}],
    ['a log-in', access(), {}],
    ['a consent', access('accounts'), { accounts: true }],
    ['the overview', access('overview'), { overview: true, own: true }],
    ['a new passkey', access('passkey'), { enrolment: true, own: true }],
  ])('of %s is known for what it is', (_what, resource, expected) => {
    expect({
      accounts: asksForAccounts(resource),
      overview: isOverview(resource),
      enrolment: isEnrolment(resource),
      own: isOwnBusiness(resource),
    }).toEqual({ accounts: false, overview: false, enrolment: false, own: false, ...expected });
  });

  it('is for one payment, the members of a basket, or no payment for access', () => {
    expect(paymentIdsOf(aPayment)).toEqual(['pay-1']);
    expect(paymentIdsOf(aBasket)).toEqual(['pay-1', 'pay-2']);
    expect(paymentIdsOf({ kind: 'access' })).toEqual([]);
  });
});
