import type { BasketApproval } from '@nordgate/contracts/commands';
import type {
  BasketEvent,
  BasketMember,
  BasketSigned,
  Initiator,
  LinkedAuthorisation,
} from '@nordgate/contracts/events';
import type { MessageCode } from '@nordgate/contracts/codes';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/** A signing basket as the fold of its events. The members' statuses are in the register, never here. */
export type Basket =
  | { readonly is: 'none' }
  | OpenBasket
  | (Made & { readonly is: 'rejected'; readonly settledBy: string })
  | ApprovedBasket
  | (Made & { readonly is: 'deleted'; readonly deletedBy?: string })
  | RefusedBasket;

export interface OpenBasket extends Made {
  readonly is: 'open';
  readonly frozenBy?: string;
  /** Who gave the first of two signatures. */
  readonly signedBy?: FirstSignature;
}

/** The authorisation that carried it, who gave it, and under which agreement. */
export type FirstSignature = Pick<BasketSigned['data'], 'by' | 'customerId' | 'corporateId'>;

export interface ApprovedBasket extends Made {
  readonly is: 'approved';
  readonly settledBy: string;
  /** Who signed before; absent where one signature was enough. */
  readonly signedBy?: FirstSignature;
}

interface Made {
  readonly initiator: Initiator;
  readonly fingerprint: string;
  readonly members: readonly BasketMember[];
  readonly authorisation: LinkedAuthorisation;
  readonly acceptedAt: string;
}

export interface RefusedBasket {
  readonly is: 'refused';
  readonly initiator: Initiator;
  readonly fingerprint: string;
  readonly code: MessageCode;
  readonly path: string;
  readonly acceptedAt: string;
}

/** Where a payment's membership of a basket is claimed: one basket at a time. */
export const openMember = 'open-member';

function evolve(basket: Basket, event: BasketEvent): Basket {
  switch (event.type) {
    case 'BasketCreated':
      return { is: 'open', ...event.data };
    case 'BasketRefused':
      return { is: 'refused', ...event.data };
    case 'BasketFrozen':
      return { ...made(basket), is: 'open', frozenBy: event.data.by };
    case 'BasketSigned':
      return signed(basket, event.data);
    case 'BasketApproved':
      return approved(basket, event.data.by);
    case 'BasketRejected':
      return { ...made(basket), is: 'rejected', settledBy: event.data.by };
    case 'BasketDeleted': {
      const { by: deletedBy } = event.data;
      return { ...made(basket), is: 'deleted', ...defined({ deletedBy }) };
    }
    default:
      return unreachable(event);
  }
}

function approved(basket: Basket, settledBy: string): ApprovedBasket {
  const signedBy = basket.is === 'open' ? basket.signedBy : undefined;
  return { ...made(basket), is: 'approved', settledBy, ...defined({ signedBy }) };
}

/** A signed basket is frozen, even when the event of its approval page has not arrived. */
function signed(basket: Basket, { by, customerId, corporateId }: BasketSigned['data']): OpenBasket {
  const frozenBy = (basket.is === 'open' ? basket.frozenBy : undefined) ?? by;
  const signedBy = defined({ by, customerId, corporateId });
  return { ...made(basket), is: 'open', frozenBy, signedBy };
}

function made(basket: Basket): Made {
  if (basket.is === 'none' || basket.is === 'refused') {
    throw new Error(`a basket that is ${basket.is} cannot change`);
  }
  const { initiator, fingerprint, members, authorisation, acceptedAt } = basket;
  return { initiator, fingerprint, members, authorisation, acceptedAt };
}

/** Whether an approval is about members only. */
export function hasOnlyMembers(
  { members }: Pick<OpenBasket, 'members'>,
  { approved, declined }: Pick<BasketApproval, 'approved' | 'declined'>,
): boolean {
  const ids = new Set(members.map(({ paymentId }) => paymentId));
  return [...approved.map(({ paymentId }) => paymentId), ...declined].every((id) => ids.has(id));
}

/**
 * Streams `basket-<id>`. A basket that the PSU has decided keeps its claims, so no other basket can take its members: payments may
 * not have heard yet that they are approved or refused.
 */
export const basketStream = streamType<Basket, BasketEvent, 'basket'>({
  name: streams.basket.category,
  // 2: an approved basket keeps its first signature.
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: {
    BasketCreated: { version: 1 },
    BasketRefused: { version: 1 },
    BasketFrozen: { version: 1 },
    BasketSigned: { version: 1 },
    BasketApproved: { version: 1 },
    BasketRejected: { version: 1 },
    BasketDeleted: { version: 1 },
  },
  hasEnded: ({ is }) => is !== 'none' && is !== 'open',
  claims: (basket) =>
    basket.is === 'open' || basket.is === 'approved' || basket.is === 'rejected'
      ? basket.members.map(({ paymentId }) => ({ scope: openMember, key: paymentId }))
      : [],
});
