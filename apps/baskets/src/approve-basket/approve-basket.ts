import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { canSignAfter } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { hasOnlyMembers } from '../domain/basket.js';
import type { Basket } from '../domain/basket.js';

export type ApproveBasket = CommandOf<BasketCommands, 'ApproveBasket'>;

/**
 * The PSU approved what was shown of the members; payments settles each member. A basket that waits for
 * a second signature takes it from another customer only, and the event tells that two have signed.
 */
export function approveBasket(
  { data, meta }: ApproveBasket,
  basket: Basket,
): Decision<BasketEvent> {
  if (basket.is === 'approved' && basket.settledBy === data.by) return nothing;
  if (basket.is !== 'open') return refuse('CONFLICT');
  if (!hasOnlyMembers(basket, data) || !canSignAfter(basket.signedBy, data)) {
    return refuse('CONFLICT');
  }
  // A signer who may not debit any member cannot approve the basket and cannot end a first signature.
  if (basket.signedBy !== undefined && data.approved.length === 0) return refuse('CONFLICT');
  const signers = basket.signedBy === undefined ? undefined : (2 as const);
  return [{ type: 'BasketApproved', data: { ...data, ...defined({ signers }), at: meta.at } }];
}
