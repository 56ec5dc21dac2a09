import type { BasketCommandData } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import { canFollowFirst, isOfMembers } from '../domain/approval.js';
import type { Basket } from '../domain/basket.js';

export type ApproveBasket = Command<'ApproveBasket', BasketCommandData['ApproveBasket']>;

/**
 * The PSU approved what was shown of the members; payments settles each of them. A basket that waits
 * for a second signature takes it from somebody else only, and tells its members that it is one.
 */
export function approveBasket(
  { data, meta }: ApproveBasket,
  basket: Basket,
): Decision<BasketEvent> {
  if (basket.is === 'approved' && basket.settledBy === data.by) return nothing;
  if (basket.is !== 'open') return refuse('CONFLICT');
  if (!isOfMembers(basket, data) || !canFollowFirst(basket, data)) return refuse('CONFLICT');
  // Who may debit none of the members signs nothing, and ends nothing that somebody has signed.
  if (basket.signedBy !== undefined && data.approved.length === 0) return refuse('CONFLICT');
  const second = basket.signedBy === undefined ? {} : ({ signers: 2 } as const);
  return [{ type: 'BasketApproved', data: { ...data, ...second, at: meta.at } }];
}
