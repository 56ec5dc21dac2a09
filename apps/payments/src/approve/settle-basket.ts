import { handles } from '@nordgate/contracts/events';
import type { BasketApproved, BasketSigned, Handled } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { CheckApproval } from '@nordgate/contracts/rules';
import { UntrustedEventError } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { approvalHash, carried, reasonOf, rejection } from './settle-authorisation.js';

/** What a PSU decides on a basket. */
export const basketEvents = handles('baskets.events.v1', [
  'BasketSigned',
  'BasketApproved',
  'BasketRejected',
]);

/**
 * A PSU's act on a basket, carried to each member on its own: a basket is not atomic (section 2.1). What
 * the PSU approved is taken from the approval that sca has sealed. Throws what `check` throws, and
 * UntrustedEventError for the approval of another basket.
 */
export function settleBasket(
  received: ReceivedEvent<Handled<typeof basketEvents>>,
  check: CheckApproval,
): Reaction {
  const { event } = received;
  if (event.type === 'BasketApproved' || event.type === 'BasketSigned') {
    const approver = approverOf(received, event, check);
    return carried(received, approver, approver);
  }
  const { members, reason } = event.data;
  return { commands: members.map((id) => rejection(received, id, reasonOf(reason))) };
}

/** Who approved what. Only the basket knows whether a signature is the second of two. */
function approverOf(
  { stream }: ReceivedEvent,
  { data, type }: BasketApproved | BasketSigned,
  check: CheckApproval,
) {
  const { by, sealedApproval } = data;
  check(by, sealedApproval);
  const { resource } = sealedApproval ?? {};
  const isOther =
    resource !== undefined &&
    (resource.kind !== 'basket' || streams.basket.id(resource.basketId) !== stream);
  if (isOther) throw new UntrustedEventError(`the approval ${by} is not for ${stream}`);
  const ofTwo = type === 'BasketSigned' || data.signers === 2 || sealedApproval?.signers === 2;
  const signers = ofTwo ? (2 as const) : (1 as const);
  return { ...(sealedApproval ?? data), signers, ...approvalHash(by, sealedApproval) };
}
