import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Basket } from '../domain/basket.js';

export type DeleteBasket = CommandOf<BasketCommands, 'DeleteBasket'>;

/**
 * The TPP calls a basket off; its members are free again. Once the PSU has it in front of them it stays
 * (rulings on baskets). One that is deleted already is unknown to another request.
 */
export function deleteBasket({ data, meta }: DeleteBasket, basket: Basket): Decision<BasketEvent> {
  switch (basket.is) {
    case 'none':
      return refuse('RESOURCE_UNKNOWN');
    case 'deleted':
      return basket.deletedBy === data.by ? nothing : refuse('RESOURCE_UNKNOWN');
    case 'open':
      return basket.frozenBy === undefined
        ? [{ type: 'BasketDeleted', data: { by: data.by, at: meta.at } }]
        : refuse('CONFLICT');
    case 'approved':
    case 'rejected':
    case 'refused':
      return refuse('CONFLICT');
  }
}

export type RejectBasket = CommandOf<BasketCommands, 'RejectBasket'>;

/**
 * The PSU said no, or may debit none of the accounts: the basket and its members are RJCT. A signer
 * without a right to debit cannot end a first signature.
 */
export function rejectBasket({ data, meta }: RejectBasket, basket: Basket): Decision<BasketEvent> {
  if (basket.is === 'rejected') return nothing;
  if (basket.is !== 'open') return refuse('CONFLICT');
  const { by, reason } = data;
  if (reason === 'not-debitable' && basket.signedBy !== undefined) return refuse('CONFLICT');
  const members = basket.members.map(({ paymentId }) => paymentId);
  return [{ type: 'BasketRejected', data: defined({ by, members, reason, at: meta.at }) }];
}
