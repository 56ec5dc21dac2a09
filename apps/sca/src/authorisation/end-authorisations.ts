import { handles } from '@nordgate/contracts/events';
import type { AuthorisedResource, Handled } from '@nordgate/contracts/events';
import { isEndedPayment, paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { commandFrom, defined } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { isDecidingFailure } from './authorisation.js';
import type { FailAuthorisation } from './finish-authorisation.js';

/** What may end a payment. */
export const paymentEnds = handles('payments.events.v1', [
  'PaymentCancelled',
  'PaymentRejected',
  'PaymentProgressed',
]);

/** Whether a payment is over with this event: RJCT, CANC, ACSC, or ACCP without funds. */
export function endsPayment(event: Handled<typeof paymentEnds>): boolean {
  const fundsAvailable = event.type === 'PaymentProgressed' ? event.data.fundsAvailable : undefined;
  return isEndedPayment(defined({ status: paymentStatusAfter(event), fundsAvailable }));
}

/** What ends a basket. Its approval settles it and is the aim of its links. */
export const basketEnds = handles('baskets.events.v1', ['BasketDeleted', 'BasketRejected']);

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

/** What may decide a consent. */
export const consentDecisions = handles('sca.events.v1', [
  'AuthorisationFinalised',
  'AuthorisationFailed',
]);

/** Whether a consent is decided with this event of one of its authorisations. */
export function decidesConsent(event: Handled<typeof consentDecisions>): boolean {
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
