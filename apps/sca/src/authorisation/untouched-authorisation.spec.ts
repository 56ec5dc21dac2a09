import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { aPayment, anInitiator, opened, openedAt, tooLate } from '../testing/an-authorisation.js';
import { identified, inTime } from '../testing/an-authorisation.js';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import { stateWithRow, untouchedOf } from './untouched-authorisation.js';
import type { LinkedResource } from './untouched-authorisation.js';

const { tokenHash } = opened().data;
const linked = { authorisation: { id: 'aut-1', tokenHash }, initiator: anInitiator() };
const event = { stream: 'payment-pay-1', version: 1, event: { type: 'PaymentInitiated' } };
const received = (change: object = {}) =>
  ({ ...event, at: openedAt, ...change }) as Parameters<typeof untouchedOf>[0];
const untouched = untouchedOf(received(), aPayment as LinkedResource, linked, 10);

const stateOf = (...events: AuthorisationEvent[]) => fold(authorisationStream, events);

describe('an untouched authorisation', () => {
  it('is open as long as the profile says after its payment was stored', () => {
    expect(stateWithRow(stateOf(), untouched, undefined)).toEqual(stateOf(opened()));
  });

  it('has the end of its link in the time of its world', () => {
    const dayMs = 86_400_000;
    const ahead = untouchedOf(received({ aheadMs: dayMs }), aPayment as LinkedResource, linked, 10);
    expect(ahead.expiresAt).toBe(new Date(Date.parse(tooLate) + dayMs).toISOString());
  });

  it('has failed when its payment ended before the link did', () => {
    const failed = stateOf(opened(), failedBecause('not-approvable', inTime));
    expect(stateWithRow(stateOf(), untouched, inTime)).toEqual(failed);
  });

  it('has expired and not failed with its payment when the payment ended at the end of the link', () => {
    expect(stateWithRow(stateOf(), untouched, tooLate)).toEqual(stateOf(opened()));
  });

  it('has failed for the reason that its stream has, whatever happened to its payment', () => {
    const joined = failedBecause('joined-basket', openedAt);
    const state = stateWithRow(stateOf(joined), untouched, inTime);
    expect(state).toEqual(stateOf(joined, opened()));
    expect(state).toMatchObject({ is: 'failed', failure: { reason: 'joined-basket' } });
  });

  it('counts no more when its stream has been opened, also when the row comes back', () => {
    const known = stateOf(opened(), identified());
    expect(stateWithRow(known, untouched, inTime)).toBe(known);
  });
});
