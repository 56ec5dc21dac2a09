import type { AccessEvent, AccessGranted } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import { lastDecisionOf } from '../domain/access.js';
import type { Access } from '../domain/access.js';
import { accessDays, daysAfter } from '../domain/deadline.js';

export type GrantAccess = Command<
  'GrantAccess',
  /** `at` is when the PSU decided. */
  Omit<AccessGranted['data'], 'validUntil'>
>;

/**
 * The PSU decided which accounts a TPP may read: these and no others. No account ends what was
 * granted (specification 5.10). A decision that is not later than the last one says nothing new: a
 * revocation is not undone by a grant that was on its way.
 */
export function grantAccess({ data }: GrantAccess, access: Access): Decision<AccessEvent> {
  const { accounts, at } = data;
  const isLater = access.is === 'none' || Date.parse(at) > Date.parse(lastDecisionOf(access));
  if (!isLater) return nothing;
  if (accounts.length > 0) {
    return [{ type: 'AccessGranted', data: { ...data, validUntil: daysAfter(at, accessDays) } }];
  }
  if (access.is !== 'granted') return nothing;
  return [{ type: 'AccessRevoked', data: { by: 'psu', consentId: access.consentId, at } }];
}
