import type { AccessEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { grantsNothing, lastDecisionOf } from '../domain/access.js';
import type { Access } from '../domain/access.js';
import { accessEnd } from '../domain/deadline.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type GrantAccess = CommandOf<OwnCommands, 'GrantAccess'>;

/**
 * The PSU decided which accounts and card accounts a TPP may read: these and no others. None ends what was
 * granted (specification 5.10). A decision that is not later than the last one says nothing new: a
 * revocation is not undone by a grant that was on its way.
 */
export function grantAccess({ data }: GrantAccess, access: Access): Decision<AccessEvent> {
  const { at } = data;
  const isLater = access.is === 'none' || Date.parse(at) > Date.parse(lastDecisionOf(access));
  if (!isLater) return nothing;
  if (!grantsNothing(data)) {
    return [{ type: 'AccessGranted', data: { ...data, validUntil: accessEnd(at) } }];
  }
  if (access.is !== 'granted') return nothing;
  return [{ type: 'AccessRevoked', data: { by: 'psu', consentId: access.consentId, at } }];
}
