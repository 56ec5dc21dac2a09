import type {
  AuthorisationFinalised,
  AuthorisedResource,
  ScaEvent,
} from '@nordgate/contracts/events';
import type { BasketCommandData } from '@nordgate/contracts/commands';
import { unreachable, commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';

/** Which events of sca a basket heeds; the compiler misses none. */
const heeds = {
  ChallengeShown: true,
  AuthorisationFinalised: true,
  AuthorisationRefused: true,
  AuthorisationOpened: false,
  AuthorisationFailed: false,
  PsuIdentified: false,
  CodeRefused: false,
  PsuRecognised: false,
  SessionCompleted: false,
  AccessGranted: false,
  AccessRevoked: false,
  PasskeyEnrolled: false,
  PasskeyUsed: false,
  PasskeyRemoved: false,
} as const satisfies Readonly<Record<ScaEvent['type'], boolean>>;

type HeededType = {
  [Type in keyof typeof heeds]: (typeof heeds)[Type] extends true ? Type : never;
}[keyof typeof heeds];
type Heeded = Extract<ScaEvent, { readonly type: HeededType }>;

/** Throws for an event from a newer release: it must stop us, not be skipped. */
function isHeeded(event: ScaEvent): event is Heeded {
  if (!Object.hasOwn(heeds, event.type)) return unreachable(event as never);
  return heeds[event.type];
}

/** What a PSU does on a basket's approval page, carried to the basket. */
export function settleAuthorisation(received: ReceivedEvent<ScaEvent>): Reaction {
  const { event, stream: by } = received;
  if (!isHeeded(event)) return noReaction;
  switch (event.type) {
    case 'ChallengeShown':
      return toBasket(received, event.data.resource, 'FreezeBasket', { by });
    case 'AuthorisationFinalised':
      return approval(received, event.data);
    case 'AuthorisationRefused':
      return toBasket(received, event.data.resource, 'RejectBasket', { by });
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
