import { handles } from '@nordgate/contracts/events';
import type {
  AuthorisationFinalised,
  AuthorisedResource,
  Handled,
} from '@nordgate/contracts/events';
import type { BasketCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import type { CheckApproval } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';

/** What a PSU does on an approval page. */
export const authorisationEvents = handles('sca.events.v1', [
  'ChallengeShown',
  'AuthorisationFinalised',
  'AuthorisationRefused',
]);

/**
 * What a PSU does on a basket's approval page, carried to the basket. An approval counts only with the
 * seal of sca, so it throws what `check` throws. A refusal needs no seal: it moves no money.
 */
export function settleAuthorisation(
  received: ReceivedEvent<Handled<typeof authorisationEvents>>,
  check: CheckApproval,
): Reaction {
  const { event, stream: by } = received;
  switch (event.type) {
    case 'ChallengeShown':
      return toBasket(received, event.data.resource, 'FreezeBasket', { by });
    case 'AuthorisationFinalised':
      return approval(received, event.data, check);
    case 'AuthorisationRefused': {
      const { reason, resource } = event.data;
      return toBasket(received, resource, 'RejectBasket', defined({ by, reason }));
    }
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
