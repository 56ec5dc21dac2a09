import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { canSignAfter } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { hasOnlyMembers } from '../domain/basket.js';
import type { Basket } from '../domain/basket.js';

export type FreezeBasket = CommandOf<BasketCommands, 'FreezeBasket'>;

/** The PSU has the basket in front of them: it can no longer be deleted. */
export function freezeBasket({ data, meta }: FreezeBasket, basket: Basket): Decision<BasketEvent> {
  if (basket.is !== 'open') return refuse('CONFLICT');
  if (basket.frozenBy !== undefined) return nothing;
  return [{ type: 'BasketFrozen', data: { by: data.by, at: meta.at } }];
}

export type SignBasket = CommandOf<BasketCommands, 'SignBasket'>;

/**
 * One of two signers approved what was shown. After the first signature the basket waits, and the TPP
 * cannot delete it; another customer under the same agreement approves it.
 */
export function signBasket({ data, meta }: SignBasket, basket: Basket): Decision<BasketEvent> {
  if (basket.is === 'approved' && basket.settledBy === data.by) return nothing;
  if (basket.is !== 'open') return refuse('CONFLICT');
  if (basket.signedBy?.by === data.by) return nothing;
  if (!hasOnlyMembers(basket, data) || !canSignAfter(basket.signedBy, data)) {
    return refuse('CONFLICT');
  }
  const { at } = meta;
  if (basket.signedBy === undefined) return [{ type: 'BasketSigned', data: { ...data, at } }];
  return [{ type: 'BasketApproved', data: { ...data, signers: 2, at } }];
}

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
