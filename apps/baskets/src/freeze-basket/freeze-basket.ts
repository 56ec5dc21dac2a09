import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Basket } from '../domain/basket.js';

export type FreezeBasket = CommandOf<BasketCommands, 'FreezeBasket'>;

/** The PSU has the basket in front of them: it can no longer be deleted. */
export function freezeBasket({ data, meta }: FreezeBasket, basket: Basket): Decision<BasketEvent> {
  if (basket.is !== 'open') return refuse('CONFLICT');
  if (basket.frozenBy !== undefined) return nothing;
  return [{ type: 'BasketFrozen', data: { by: data.by, at: meta.at } }];
}
