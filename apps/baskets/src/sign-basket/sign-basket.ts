import type { BasketCommandData } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import { canFollowFirst, isOfMembers } from '../domain/approval.js';
import type { Basket } from '../domain/basket.js';

export type SignBasket = Command<'SignBasket', BasketCommandData['SignBasket']>;

/**
 * One of two signers approved what was shown. After the first the basket waits, and nobody can take
 * it back; the second, who is somebody else under the same agreement, approves it.
 */
export function signBasket({ data, meta }: SignBasket, basket: Basket): Decision<BasketEvent> {
  if (basket.is === 'approved' && basket.settledBy === data.by) return nothing;
  if (basket.is !== 'open') return refuse('CONFLICT');
  if (basket.signedBy?.by === data.by) return nothing;
  if (!isOfMembers(basket, data) || !canFollowFirst(basket, data)) return refuse('CONFLICT');
  const { at } = meta;
  if (basket.signedBy === undefined) return [{ type: 'BasketSigned', data: { ...data, at } }];
  return [{ type: 'BasketApproved', data: { ...data, signers: 2, at } }];
}
