import type { ApprovedPayment } from '@nordgate/contracts';
import type { Challenge } from './authorisation.js';

/** Whether two challenges approve the same payments in the same context. */
export function isSameChallenge(a: Challenge, b: Challenge): boolean {
  return (
    a.method === b.method &&
    a.context === b.context &&
    a.corporateId === b.corporateId &&
    areSamePayments(a.approves, b.approves)
  );
}

/** Whether two lists approve the same content of the same payments, in any order. */
export function areSamePayments(
  a: readonly ApprovedPayment[],
  b: readonly ApprovedPayment[],
): boolean {
  const hashes = new Map(a.map(({ paymentId, hash }) => [paymentId, hash]));
  return a.length === b.length && b.every(({ paymentId, hash }) => hashes.get(paymentId) === hash);
}
