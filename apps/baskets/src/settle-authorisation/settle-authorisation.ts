import type {
  AuthorisationFinalised,
  AuthorisedResource,
  ScaEvent,
} from '@nordgate/contracts/events';
import type { BasketCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import type { CheckApproval } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction, unreachable } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';

/** Whether baskets handles an event of sca; the compiler misses none. */
const handles = {
  ChallengeShown: true,
  AuthorisationFinalised: true,
  AuthorisationRefused: true,
  AuthorisationOpened: false,
  AuthorisationFailed: false,
  VisitEnded: false,
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

type HandledType = {
  [Type in keyof typeof handles]: (typeof handles)[Type] extends true ? Type : never;
}[keyof typeof handles];
type Handled = Extract<ScaEvent, { readonly type: HandledType }>;

/** Throws for an event from a newer release: it must stop us, not be skipped. */
function isHandled(event: ScaEvent): event is Handled {
  if (!Object.hasOwn(handles, event.type)) return unreachable(event as never);
  return handles[event.type];
}

/**
 * What a PSU does on a basket's approval page, carried to the basket. An approval counts only with the
 * seal of sca, so it throws what `check` throws. A refusal needs no seal: it moves no money.
 */
export function settleAuthorisation(
  received: ReceivedEvent<ScaEvent>,
  check: CheckApproval,
): Reaction {
  const { event, stream: by } = received;
  if (!isHandled(event)) return noReaction;
  switch (event.type) {
    case 'ChallengeShown':
      return toBasket(received, event.data.resource, 'FreezeBasket', { by });
    case 'AuthorisationFinalised':
      return approval(received, event.data, check);
    case 'AuthorisationRefused': {
      const { reason, resource } = event.data;
      return toBasket(received, resource, 'RejectBasket', defined({ by, reason }));
    }
    default:
      return unreachable(event);
  }
}

/** As one of two signatures where the agreement wants two. It carries the seal on to payments. */
function approval(
  received: ReceivedEvent,
  data: AuthorisationFinalised['data'],
  check: CheckApproval,
): Reaction {
  if (data.resource.kind !== 'basket') return noReaction;
  check(received.stream, data);
  const { approved, customerId, corporateId, declined, debtor, resource, signers } = data;
  const type = signers === 2 ? 'SignBasket' : 'ApproveBasket';
  const whose = { by: received.stream, customerId, corporateId };
  const sealedApproval = data.seal && data;
  const what = { approved, declined, debtor, sealedApproval };
  return toBasket(received, resource, type, defined({ ...whose, ...what }));
}

function toBasket<Type extends keyof BasketCommands>(
  received: ReceivedEvent,
  resource: AuthorisedResource,
  type: Type,
  data: BasketCommands[Type]['data'],
): Reaction {
  if (resource.kind !== 'basket') return noReaction;
  const stream = streams.basket.id(resource.basketId);
  return { commands: [commandFrom(received, { type, stream, data })] };
}
