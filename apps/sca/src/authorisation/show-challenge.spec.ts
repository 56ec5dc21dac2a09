import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import type { Challenge } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  aBasket,
  command,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { showChallenge } from './challenge.js';

const { given } = spec(authorisationStream, showChallenge);
const challenge: Challenge = {
  method: 'sandbox-code',
  context: 'PRIVATE',
  approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
};
const show = (change: Partial<Challenge> = {}, at = inTime) =>
  command('ShowChallenge', { ...challenge, ...change }, at);

describe('show a challenge', () => {
  it('records what was shown; a reload shows the same', () => {
    given(opened(), identified())
      .when(show())
      .then(shown({ at: inTime }))
      .again()
      .thenNothing();
  });

  it.each<readonly [string, Partial<Challenge>]>([
    ['another amount or payee', { approves: [{ paymentId: 'pay-1', hash: 'hash-2' }] }],
    ['another payment', { approves: [{ paymentId: 'pay-2', hash: 'hash-1' }] }],
    ['another context', { context: 'CORPORATE', corporateId: 'agr-1' }],
  ])('makes a new challenge for %s', (_about, change) => {
    given(opened(), identified(), shown())
      .when(show(change))
      .then(shown({ ...change, at: inTime }));
  });

  it('makes a new challenge for fewer payments of a basket', () => {
    const basket = [opened({ resource: aBasket }), identified()] as const;
    const approves = [challenge.approves[0]!, { paymentId: 'pay-2', hash: 'hash-2' }];
    given(...basket, shown({ resource: aBasket, approves }))
      .when(show())
      .then(shown({ resource: aBasket, at: inTime }));
  });

  it.each([
    ['payment', { kind: 'payment', paymentId: 'pay-1' }],
    ['basket', aBasket],
    ['cancellation', { kind: 'cancellation', paymentId: 'pay-1' }],
  ] as const)('shows none for a %s of which nothing can be approved', (_kind, resource) => {
    given(opened({ resource }), identified())
      .when(show({ approves: [] }))
      .thenRejected('CONFLICT');
  });

  it('makes a new one for another method, and keeps the nonce of the first', () => {
    const passkey = { method: 'passkey', nonce: 'nonce-1' } as const;
    given(opened(), identified(), shown())
      .when(show(passkey))
      .then(shown({ ...passkey, at: inTime }));
    given(opened(), identified(), shown(passkey))
      .when(show({ ...passkey, nonce: 'nonce-2' }))
      .thenNothing();
  });

  it('takes the same payments in another order for the same', () => {
    const both = [
      { paymentId: 'pay-1', hash: 'hash-1' },
      { paymentId: 'pay-2', hash: 'hash-2' },
    ];
    given(opened(), identified(), shown({ approves: both }))
      .when(show({ approves: both.toReversed() }))
      .thenNothing();
  });

  it('fails the authorisation when its time is over', () => {
    given(opened(), identified()).when(show({}, tooLate)).then(failedBecause('expired', tooLate));
  });

  it('shows nothing before the log-in or after the end', () => {
    given(opened()).when(show()).thenRejected('CONFLICT');
    given().when(show()).thenRejected('SCA_NOT_FOUND');
    given(opened(), failedBecause('expired', inTime)).when(show()).thenNothing();
  });
});
