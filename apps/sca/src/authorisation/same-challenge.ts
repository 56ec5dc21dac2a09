import type { ApprovedPayment, AuthorisedResource } from '@nordgate/contracts/events';
import type { Challenge } from './authorisation.js';

/**
 * Whether two challenges approve the same payments or accounts in the same context by the same
 * method. The nonce of the first stays in force.
 */
export function isSameChallenge(a: Challenge, b: Challenge): boolean {
  return (
    a.method === b.method &&
    a.context === b.context &&
    a.corporateId === b.corporateId &&
    areSamePayments(a.approves, b.approves) &&
    areSameAccounts(a.accounts, b.accounts) &&
    areSameAccounts(a.cardAccounts ?? [], b.cardAccounts ?? [])
  );
}

/** Whether two lists approve the same content of the same payments, in any order. */
function areSamePayments(a: readonly ApprovedPayment[], b: readonly ApprovedPayment[]): boolean {
  const hashes = new Map(a.map(({ paymentId, hash }) => [paymentId, hash]));
  return a.length === b.length && b.every(({ paymentId, hash }) => hashes.get(paymentId) === hash);
}

/** Whether two choices grant the same accounts, in any order. No choice is not the same as none. */
function areSameAccounts(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  const left = new Set(a);
  return left.size === new Set(b).size && b.every((account) => left.has(account));
}

/**
 * Whether what was shown answers what is asked for: a consent needs a choice of accounts, and a payment,
 * basket or cancellation something that the PSU can approve.
 */
export function answersResource(
  resource: AuthorisedResource,
  { accounts, approves }: Pick<Challenge, 'accounts' | 'approves'>,
): boolean {
  if (resource.kind !== 'access' && approves.length === 0) return false;
  return asksForAccounts(resource) === (accounts !== undefined);
}

/** Whether a consent to read accounts is asked for. */
export function asksForAccounts(resource: AuthorisedResource): boolean {
  return resource.kind === 'access' && resource.asks === 'accounts';
}

/** Whether the PSU is on the way to their own overview. */
export function isOverview(resource: AuthorisedResource): boolean {
  return resource.kind === 'access' && resource.asks === 'overview';
}

/** Whether the PSU is about to add a passkey. */
export function isEnrolment(resource: AuthorisedResource): boolean {
  return resource.kind === 'access' && resource.asks === 'passkey';
}

/** Whether it is between the PSU and the bank only: no TPP has to do with it. */
export function isOwnBusiness(resource: AuthorisedResource): boolean {
  return isOverview(resource) || isEnrolment(resource);
}

/** The payments of an authorisation, in the order of the basket. */
export function paymentIdsOf(resource: AuthorisedResource): readonly string[] {
  switch (resource.kind) {
    case 'payment':
    case 'cancellation':
      return [resource.paymentId];
    case 'basket':
      return resource.paymentIds;
    case 'access':
      return [];
  }
}
