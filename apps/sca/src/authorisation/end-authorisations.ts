import type {
  AuthorisedResource,
  BasketEvent,
  PaymentEvent,
  ScaEvent,
} from '@nordgate/contracts/events';
import { isEndedPayment, paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { commandFrom, defined, unreachable } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { isDecidingFailure } from './authorisation.js';
import type { FailAuthorisation } from './finish-authorisation.js';

/** Whether a payment is over with this event: RJCT, CANC, ACSC, or ACCP without funds. */
export function endsPayment(event: PaymentEvent): boolean {
  const fundsAvailable = event.type === 'PaymentProgressed' ? event.data.fundsAvailable : undefined;
  return isEndedPayment(defined({ status: paymentStatusAfter(event), fundsAvailable }));
}

/** Whether a basket is over with this event. Its approval settles a basket and is the aim of its links. */
export function endsBasket(event: BasketEvent): boolean {
  switch (event.type) {
    case 'BasketDeleted':
    case 'BasketRejected':
    case 'BasketRefused':
      return true;
    case 'BasketCreated':
    case 'BasketFrozen':
    case 'BasketSigned':
    case 'BasketApproved':
      return false;
    default:
      return unreachable(event);
  }
}

/**
 * The stream of what an authorisation approves or cancels. A consent has that of its first authorisation;
 * any other access has none.
 */
export function streamOfResource(resource: AuthorisedResource): string | undefined {
  switch (resource.kind) {
    case 'payment':
    case 'cancellation':
      return streams.payment.id(resource.paymentId);
    case 'basket':
      return streams.basket.id(resource.basketId);
    case 'access':
      return resource.consentId === undefined
        ? undefined
        : streams.authorisation.id(resource.consentId);
  }
}

/** Whether a consent is decided with this event of one of its authorisations. */
export function decidesConsent(event: ScaEvent): boolean {
  if (event.type === 'AuthorisationFailed') return isDecidingFailure(event.data.reason);
  return event.type === 'AuthorisationFinalised';
}

/** Fails these authorisations (streams): nothing of theirs can be approved any more. */
export function failing(received: ReceivedEvent, authorisations: readonly string[]): Reaction {
  return {
    commands: authorisations.map((stream) =>
      commandFrom<FailAuthorisation['type'], FailAuthorisation['data']>(received, {
        type: 'FailAuthorisation',
        stream,
        data: { reason: 'not-approvable' },
      }),
    ),
  };
}
