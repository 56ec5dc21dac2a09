import type { AuthorisationFinalised, Initiator } from '@nordgate/contracts/events';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { accessStreamId } from '../domain/access.js';
import { authorisationStreamId } from '../domain/authorisation.js';
import type { GrantAccess } from '../grant-access/grant-access.js';

/** What the PSU granted takes effect in the context that the PSU chose (specification 5.10, 5.14). */
export function grantAccesses(
  received: ReceivedEvent<AuthorisationFinalised>,
  { tpp, tppName }: Initiator,
): Reaction {
  const { customerId, psuId, context, corporateId, accounts, at } = received.event.data;
  if (accounts === undefined) return noReaction;
  const corporate = corporateId === undefined ? {} : { corporateId };
  const consentId = received.stream.slice(authorisationStreamId('').length);
  const whose = { tpp, tppName, customerId, psuId, context, ...corporate };
  const command = commandFrom<GrantAccess['type'], GrantAccess['data']>(received, {
    type: 'GrantAccess',
    stream: accessStreamId(tpp, customerId, { context, ...corporate }),
    data: { ...whose, consentId, accounts, at },
  });
  return { commands: [command] };
}
