import type { AuthorisationFinalised, Initiator } from '@nordgate/contracts/events';
import { generationOf, streams } from '@nordgate/contracts/rules';
import { commandFrom, defined } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { CompleteSession } from '../complete-session/complete-session.js';

/** A completed SCA makes the TPP-Session-ID that asked for it live (specification 5.13). */
export function completeSessions(
  received: ReceivedEvent<AuthorisationFinalised>,
  { tpp, tppSessionId }: Initiator,
): Reaction {
  const { customerId, psuId, context, corporateId, at } = received.event.data;
  const command = commandFrom<CompleteSession['type'], CompleteSession['data']>(received, {
    type: 'CompleteSession',
    stream: streams.session.id(generationOf(received.stream), tpp, customerId),
    data: defined({ tpp, customerId, psuId, tppSessionId, context, corporateId, at }),
  });
  return { commands: [command] };
}
