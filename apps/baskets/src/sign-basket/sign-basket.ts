import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { canSignAfter } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { hasOnlyMembers } from '../domain/basket.js';
import type { Basket } from '../domain/basket.js';

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
