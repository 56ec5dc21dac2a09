import { handles } from '@nordgate/contracts/events';
import type {
  AuthorisedResource,
  Handled,
  Initiator,
  LinkedAuthorisation,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { FailAuthorisation } from './finish-authorisation.js';
import type { OpenAuthorisation } from './open-authorisation.js';

/** New payments. */
export const newPayments = handles('payments.events.v1', ['PaymentInitiated']);

/** New baskets. */
export const newBaskets = handles('baskets.events.v1', ['BasketCreated']);

/** A new payment's link comes into force, unless it needs no approval. */
export function openForPayment(received: ReceivedEvent<Handled<typeof newPayments>>): Reaction {
  const { event, stream } = received;
  if (event.data.exemption) return noReaction;
  const paymentId = streams.payment.idOf(stream);
  return { commands: [opening(received, { kind: 'payment', paymentId }, event.data)] };
}

/** A new basket's link comes into force, and the members' own links are void (design: Baskets). */
export function openForBasket(received: ReceivedEvent<Handled<typeof newBaskets>>): Reaction {
  const { event, stream } = received;
  const { members } = event.data;
  const basketId = streams.basket.idOf(stream);
  const paymentIds = members.map(({ paymentId }) => paymentId);
  return {
    commands: [
      opening(received, { kind: 'basket', basketId, paymentIds }, event.data),
      ...members.map(({ authorisationId }) =>
        commandFrom<FailAuthorisation['type'], FailAuthorisation['data']>(received, {
          type: 'FailAuthorisation',
          stream: streams.authorisation.id(authorisationId),
          data: { reason: 'joined-basket' },
        }),
      ),
    ],
  };
}

function opening(
  received: ReceivedEvent,
  resource: AuthorisedResource,
  {
    authorisation,
    initiator,
  }: { readonly authorisation: LinkedAuthorisation; readonly initiator: Initiator },
): OpenAuthorisation {
  return commandFrom<OpenAuthorisation['type'], OpenAuthorisation['data']>(received, {
    type: 'OpenAuthorisation',
    stream: streams.authorisation.id(authorisation.id),
    data: { resource, initiator, tokenHash: authorisation.tokenHash },
  });
}
