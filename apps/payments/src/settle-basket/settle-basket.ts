import type { BasketEvent } from '@nordgate/contracts';
import { commandFrom, noReaction } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/messaging';
import type { AuthorisePayment } from '../authorise-payment/authorise-payment.js';
import { rejection } from '../settle-authorisation/settle-authorisation.js';

/** A PSU's act on a basket, carried to each member on its own: a basket is not atomic (section 2.1). */
export function settleBasket(received: ReceivedEvent<BasketEvent>): Reaction {
  const { event, stream } = received;
  if (event.type === 'BasketApproved') {
    const { approved, customerId, declined, debtor } = event.data;
    return {
      commands: [
        ...approved.map(({ paymentId, hash }) =>
          commandFrom<AuthorisePayment['type'], AuthorisePayment['data']>(received, {
            type: 'AuthorisePayment',
            stream: `payment-${paymentId}`,
            data: { by: stream, customerId, ...(debtor === undefined ? {} : { debtor }), hash },
          }),
        ),
        ...declined.map((paymentId) => rejection(received, paymentId, 'account-not-debitable')),
      ],
    };
  }
  if (event.type === 'BasketRejected') {
    return { commands: event.data.members.map((id) => rejection(received, id, 'refused-by-psu')) };
  }
  return noReaction;
}
