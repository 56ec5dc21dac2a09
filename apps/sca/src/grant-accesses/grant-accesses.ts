import type { AuthorisationFinalised, Initiator } from '@nordgate/contracts/events';
import { generationOf } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { accessStreamId, scopeOf } from '../domain/access.js';
import { consentIdOf } from '../domain/consent.js';
import type { GrantAccess } from '../grant-access/grant-access.js';

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
