import type { BasketEvent } from '@nordgate/contracts/events';
import { noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { approval, reasonOf, rejection } from '../settle-authorisation/settle-authorisation.js';

/** A PSU's act on a basket, carried to each member on its own: a basket is not atomic (section 2.1). */
export function settleBasket(received: ReceivedEvent<BasketEvent>): Reaction {
  const { event } = received;
  if (event.type === 'BasketApproved' || event.type === 'BasketSigned') {
    const { approved, declined } = event.data;
    const signers = event.type === 'BasketSigned' ? 2 : (event.data.signers ?? 1);
    return {
      commands: [
        ...approved.map((one) => approval(received, one, { ...event.data, signers })),
        ...declined.map((paymentId) => rejection(received, paymentId, 'account-not-debitable')),
      ],
    };
  }
  if (event.type === 'BasketRejected') {
    const { members, reason } = event.data;
    return { commands: members.map((id) => rejection(received, id, reasonOf(reason))) };
  }
  return noReaction;
}
