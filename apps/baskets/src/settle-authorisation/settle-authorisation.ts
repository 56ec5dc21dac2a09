import type {
  AuthorisationFinalised,
  AuthorisedResource,
  BasketCommandData,
  ScaEvent,
} from '@nordgate/contracts';
import { unreachable } from '@nordgate/event-store';
import { commandFrom, noReaction } from '@nordgate/messaging';
import type { Reaction, ReceivedEvent } from '@nordgate/messaging';

/** What a PSU does on a basket's approval page, carried to the basket. */
export function settleAuthorisation(received: ReceivedEvent<ScaEvent>): Reaction {
  const { event, stream: by } = received;
  switch (event.type) {
    case 'ChallengeShown':
      return toBasket(received, event.data.resource, 'FreezeBasket', { by });
    case 'AuthorisationFinalised':
      return approval(received, event.data);
    case 'AuthorisationRefused':
      return toBasket(received, event.data.resource, 'RejectBasket', { by });
    default:
      return otherwise(event);
  }
}

type Heeded = 'ChallengeShown' | 'AuthorisationFinalised' | 'AuthorisationRefused';

/** Everything else, named one by one: an event from a newer release must stop us. */
function otherwise(event: Exclude<ScaEvent, { readonly type: Heeded }>): Reaction {
  switch (event.type) {
    case 'AuthorisationOpened':
    case 'AuthorisationFailed':
    case 'PsuIdentified':
    case 'CodeRefused':
    case 'PsuRecognised':
    case 'SessionCompleted':
    case 'AccessGranted':
    case 'AccessRevoked':
    case 'PasskeyEnrolled':
    case 'PasskeyUsed':
    case 'PasskeyRemoved':
      return noReaction;
    default:
      return unreachable(event);
  }
}

/** As one of two signatures where the agreement wants two. */
function approval(received: ReceivedEvent, data: AuthorisationFinalised['data']): Reaction {
  const { approved, customerId, corporateId, declined, debtor, resource, signers } = data;
  return toBasket(received, resource, signers === 2 ? 'SignBasket' : 'ApproveBasket', {
    by: received.stream,
    customerId,
    ...(corporateId === undefined ? {} : { corporateId }),
    approved,
    declined,
    ...(debtor === undefined ? {} : { debtor }),
  });
}

function toBasket<Type extends keyof BasketCommandData>(
  received: ReceivedEvent,
  resource: AuthorisedResource,
  type: Type,
  data: BasketCommandData[Type],
): Reaction {
  if (resource.kind !== 'basket') return noReaction;
  const stream = `basket-${resource.basketId}`;
  return { commands: [commandFrom(received, { type, stream, data })] };
}
