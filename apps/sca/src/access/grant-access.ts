import { consentIdOf } from '../authorisation/consent.js';
import { accessEnd } from '../session/deadline.js';
import { accessStreamId, grantsNothing, lastDecisionOf, scopeOf } from './access.js';
import type { Access } from './access.js';
import type { CommandContract, ScaCommands } from '@nordgate/contracts/commands';
import type {
  AccessEvent,
  AccessGranted,
  AuthorisationFinalised,
  Initiator,
} from '@nordgate/contracts/events';
import { generationOf } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction, nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision, Reaction, ReceivedEvent } from '@nordgate/decider';

/** The commands of an access: one of the topic, and one that only the reactions of sca send. */
export interface AccessCommands extends Pick<ScaCommands, 'RevokeAccess'> {
  /** `at` is when the PSU decided. */
  readonly GrantAccess: CommandContract<'access', Omit<AccessGranted['data'], 'validUntil'>>;
}

export type GrantAccess = CommandOf<AccessCommands, 'GrantAccess'>;

/**
 * The PSU decided which accounts and card accounts a TPP may read: these and no others. None ends what was
 * granted (specification 5.10). A decision that is not later than the last one says nothing new: a
 * revocation is not undone by a grant that was on its way.
 */
export function grantAccess({ data }: GrantAccess, access: Access): Decision<AccessEvent> {
  const { at } = data;
  const last = lastDecisionOf(access);
  const isLater = last === undefined || Date.parse(at) > Date.parse(last);
  if (!isLater) return nothing;
  if (!grantsNothing(data)) {
    return [{ type: 'AccessGranted', data: { ...data, validUntil: accessEnd(at) } }];
  }
  if (access.is !== 'granted') return nothing;
  return [{ type: 'AccessRevoked', data: { by: 'psu', consentId: access.consentId, at } }];
}

/** The grant takes effect in the context that the PSU chose (specification 5.10, 5.14). */
export function grantAccesses(
  received: ReceivedEvent<AuthorisationFinalised>,
  { tpp, tppName, roles }: Initiator,
): Reaction {
  const { data } = received.event;
  const { customerId, psuId, context, corporateId, accounts, cardAccounts, at, resource } = data;
  const consentId = consentIdOf(resource, received.stream);
  if (accounts === undefined || consentId === undefined) return noReaction;
  const whose = defined({ tpp, tppName, customerId, psuId, context, corporateId });
  const command = commandFrom<GrantAccess['type'], GrantAccess['data']>(received, {
    type: 'GrantAccess',
    stream: accessStreamId(generationOf(consentId), tpp, customerId, whose),
    data: defined({ ...whose, consentId, accounts, cardAccounts, scope: scopeOf(roles), at }),
  });
  return { commands: [command] };
}

export type RevokeAccess = CommandOf<AccessCommands, 'RevokeAccess'>;

/** Ends a TPP's access to accounts; what is over already stays as it ended. */
export function revokeAccess(
  { data, meta: { at } }: RevokeAccess,
  access: Access,
): Decision<AccessEvent> {
  switch (access.is) {
    case 'none':
      return refuse('RESOURCE_UNKNOWN');
    case 'granted': {
      const { consentId } = access;
      const isMeant = data.consentId === undefined || data.consentId === consentId;
      return isMeant ? [{ type: 'AccessRevoked', data: { by: data.by, consentId, at } }] : nothing;
    }
    case 'revoked':
      return nothing;
    default:
      return unreachable(access);
  }
}
