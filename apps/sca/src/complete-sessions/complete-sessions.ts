import type { AuthorisationFinalised, Initiator } from '@nordgate/contracts/events';
import { commandFrom } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { CompleteSession } from '../complete-session/complete-session.js';
import { sessionStreamId } from '../domain/session.js';

/** A completed SCA makes the TPP-Session-ID that asked for it live (specification 5.13). */
export function completeSessions(
  received: ReceivedEvent<AuthorisationFinalised>,
  { tpp, tppSessionId }: Initiator,
): Reaction {
  const { customerId, psuId, context, corporateId, at } = received.event.data;
  const corporate = corporateId === undefined ? {} : { corporateId };
  const command = commandFrom<CompleteSession['type'], CompleteSession['data']>(received, {
    type: 'CompleteSession',
    stream: sessionStreamId(tpp, customerId),
    data: { tpp, customerId, psuId, tppSessionId, context, ...corporate, at },
  });
  return { commands: [command] };
}
