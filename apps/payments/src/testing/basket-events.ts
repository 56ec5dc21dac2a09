import type {
  BasketApproved,
  BasketEvent,
  BasketRejected,
  BasketSigned,
} from '@nordgate/contracts/events';
import { moments, tpp } from './a-payment.js';

export const basket = 'basket-d4c3f6e5a7b8291aa0928d7e6f504132';

const at = moments.settled;
const acceptedAt = moments.initiated;
const initiator = {
  tpp,
  tppName: 'Sandbox TPP AS',
  tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
  redirectUri: 'https://tpp.example/return',
};

/** The approval of a basket as the baskets service tells it. */
export function basketApproved(changes: Partial<BasketApproved['data']>): BasketApproved {
  const by = 'authorisation-for-the-basket';
  const data = { by, customerId: 'customer-1', approved: [], declined: [], ...changes, at };
  return { type: 'BasketApproved', data };
}

/** The first of two signatures on a basket. */
export function basketSigned(changes: Partial<BasketSigned['data']>): BasketSigned {
  const { data } = basketApproved({});
  return { type: 'BasketSigned', data: { ...data, corporateId: 'agreement-1', ...changes } };
}

/** The refusal of a basket. */
export function basketRejected(members: readonly string[]): BasketRejected {
  return { type: 'BasketRejected', data: { by: 'authorisation-for-the-basket', members, at } };
}

type Unsettled = Exclude<BasketEvent['type'], 'BasketSigned' | 'BasketApproved' | 'BasketRejected'>;

/** One of every event of a basket that settles no member; the compiler misses none. */
export const unsettledBasketEvents: {
  readonly [Type in Unsettled]: Extract<BasketEvent, { type: Type }>;
} = {
  BasketCreated: {
    type: 'BasketCreated',
    data: {
      initiator,
      fingerprint: 'fingerprint-of-the-basket',
      members: [{ paymentId: 'member-1', authorisationId: 'authorisation-of-member-1' }],
      authorisation: { id: 'for-the-basket', tokenHash: 'hash-of-token' },
      acceptedAt,
    },
  },
  BasketRefused: {
    type: 'BasketRefused',
    data: {
      initiator,
      fingerprint: 'fingerprint-of-the-basket',
      code: 'CONFLICT',
      path: '/paymentIds/0',
      acceptedAt,
    },
  },
  BasketFrozen: { type: 'BasketFrozen', data: { by: 'authorisation-for-the-basket', at } },
  BasketDeleted: { type: 'BasketDeleted', data: { at } },
};
