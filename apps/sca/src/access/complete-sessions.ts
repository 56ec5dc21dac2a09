import type { AuthorisationFinalised, Initiator } from '@nordgate/contracts/events';
import { generationOf, streams } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { endsAccess } from './access.js';
import type { CompleteSession } from '../session/complete-session.js';

/**
 * A completed SCA makes the TPP-Session-ID that asked for it live (specification 5.13). An SCA by which the PSU ended
 * an access reaches the TPP as a failure (5.12), so the older session stays live.
 */
export function completeSessions(
  received: ReceivedEvent<AuthorisationFinalised>,
  { tpp, tppSessionId }: Initiator,
): Reaction {
  const { data } = received.event;
  const { customerId, psuId, context, corporateId, at } = data;
  if (endsAccess(data)) return noReaction;
  const command = commandFrom<CompleteSession['type'], CompleteSession['data']>(received, {
    type: 'CompleteSession',
    stream: streams.session.id(generationOf(received.stream), tpp, customerId),
    data: defined({ tpp, customerId, psuId, tppSessionId, context, corporateId, at }),
  });
  return { commands: [command] };
}
