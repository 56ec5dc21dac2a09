import type { BasketStatus } from '@nordgate/contracts/codes';
import type { BasketView } from '@nordgate/contracts/queries';
import type { RegisteredStatus } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import type { Basket } from '../domain/basket.js';
import { basketStatusOf } from '../domain/basket-status.js';

/** The payments whose registers this basket's status is folded over. */
export function membersOf(basket: Basket): readonly string[] {
  return basket.is === 'none' || basket.is === 'refused'
    ? []
    : basket.members.map(({ paymentId }) => paymentId);
}

/** A basket as other services see it; null for another TPP's. */
export function basketViewOf(
  basketId: string,
  version: number,
  basket: Basket,
  register: ReadonlyMap<string, RegisteredStatus>,
  tpp: string,
): BasketView | null {
  if (basket.is === 'none' || basket.initiator.tpp !== tpp) return null;
  const { initiator, fingerprint } = basket;
  const paymentIds = membersOf(basket);
  const isOpen = basket.is === 'open';
  const seen = { basketId, version, initiator, fingerprint, paymentIds, isOpen };
  if (basket.is === 'refused') {
    const { code, path } = basket;
    return { ...seen, transactionStatus: 'RJCT', refusal: { code, path } };
  }
  const transactionStatus = statusOf(basket, paymentIds, register);
  return {
    ...seen,
    transactionStatus,
    authorisationId: basket.authorisation.id,
    ...defined({
      signedBy: signerOf(basket),
      settledBy: settlerOf(basket),
      deletedBy: basket.is === 'deleted' ? (basket.deletedBy ?? '') : undefined,
    }),
  };
}

function signerOf(basket: Basket): BasketView['signedBy'] {
  const isSigned = basket.is === 'open' || basket.is === 'approved';
  if (!isSigned || basket.signedBy === undefined) return undefined;
  const { by, customerId, corporateId } = basket.signedBy;
  return defined({ by, customerId, corporateId });
}

function settlerOf(basket: Basket): string | undefined {
  return basket.is === 'approved' || basket.is === 'rejected' ? basket.settledBy : undefined;
}

/** The PSU's refusal and a deletion end a basket whatever its members do. */
function statusOf(
  basket: Basket,
  members: readonly string[],
  register: ReadonlyMap<string, RegisteredStatus>,
): BasketStatus {
  const isOver = basket.is === 'rejected' || basket.is === 'deleted';
  return isOver ? 'RJCT' : basketStatusOf(members, register);
}
