import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Basket } from '../domain/basket.js';

export type RejectBasket = CommandOf<BasketCommands, 'RejectBasket'>;

/** The PSU said no: the basket and its members are RJCT. */
export function rejectBasket({ data, meta }: RejectBasket, basket: Basket): Decision<BasketEvent> {
  if (basket.is === 'rejected') return nothing;
  if (basket.is !== 'open') return refuse('CONFLICT');
  const members = basket.members.map(({ paymentId }) => paymentId);
  return [{ type: 'BasketRejected', data: { by: data.by, members, at: meta.at } }];
}
