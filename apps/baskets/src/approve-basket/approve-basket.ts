import type { BasketCommandData, BasketEvent } from '@nordgate/contracts';
import { nothing, reject } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import type { Basket } from '../domain/basket.js';

export type ApproveBasket = Command<'ApproveBasket', BasketCommandData['ApproveBasket']>;

/** The PSU approved what was shown of the members; payments settles each of them. */
export function approveBasket(
  { data, meta }: ApproveBasket,
  basket: Basket,
): Decision<BasketEvent> {
  if (basket.is === 'approved' && basket.settledBy === data.by) return nothing;
  if (basket.is !== 'open') return reject('CONFLICT');
  const members = new Set(basket.members.map(({ paymentId }) => paymentId));
  const foreign = [...data.approved.map(({ paymentId }) => paymentId), ...data.declined].some(
    (id) => !members.has(id),
  );
  if (foreign) return reject('CONFLICT');
  return [{ type: 'BasketApproved', data: { ...data, at: meta.at } }];
}
