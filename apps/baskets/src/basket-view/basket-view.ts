import type { BasketStatus, BasketView, RegisteredStatus } from '@nordgate/contracts';
import type { Basket } from '../domain/basket.js';
import { basketStatusOf } from '../domain/basket-status.js';

/** The payments whose registers this basket's status is folded over. */
export function membersOf(basket: Basket): readonly string[] {
  return basket.is === 'none' || basket.is === 'refused'
    ? []
    : basket.members.map(({ paymentId }) => paymentId);
}

/** A basket as other services see it; null for another TPP's and for a deleted one. */
export function basketViewOf(
  basketId: string,
  version: number,
  basket: Basket,
  register: ReadonlyMap<string, RegisteredStatus>,
  tpp: string,
): BasketView | null {
  if (basket.is === 'none' || basket.is === 'deleted' || basket.initiator.tpp !== tpp) return null;
  const { initiator, fingerprint } = basket;
  const paymentIds = membersOf(basket);
  const seen = { basketId, version, initiator, fingerprint, paymentIds };
  if (basket.is === 'refused') {
    const { code, path } = basket;
    return { ...seen, transactionStatus: 'RJCT', refusal: { code, path } };
  }
  const transactionStatus = statusOf(basket, paymentIds, register);
  return { ...seen, transactionStatus, authorisationId: basket.authorisation.id };
}

function statusOf(
  basket: Basket,
  members: readonly string[],
  register: ReadonlyMap<string, RegisteredStatus>,
): BasketStatus {
  return basket.is === 'rejected' ? 'RJCT' : basketStatusOf(members, register);
}
