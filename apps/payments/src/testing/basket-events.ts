import type {
  BasketApproved,
  BasketEvent,
  BasketRejected,
  BasketSigned,
} from '@nordgate/contracts/events';
import type { Approval } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { sealedApproval } from '@nordgate/contracts/testing';
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

const by = 'authorisation-for-the-basket';

/** The approval of a basket as the baskets service tells it, with what sca has sealed. */
export function basketApproved(
  changes: Partial<BasketApproved['data']>,
  stream = basket,
): BasketApproved {
  const data = { by, customerId: 'customer-1', approved: [], declined: [], ...changes, at };
  return { type: 'BasketApproved', data: { sealedApproval: sealedFor(stream, data), ...data } };
}

/** The first of two signatures on a basket. */
export function basketSigned(
  changes: Partial<BasketSigned['data']>,
  stream = basket,
): BasketSigned {
  const who = { by, customerId: 'customer-1', corporateId: 'agreement-1' };
  const data = { ...who, approved: [], declined: [], ...changes, at };
  const sealed = sealedFor(stream, { ...data, signers: 2 });
  return { type: 'BasketSigned', data: { sealedApproval: sealed, ...data } };
}

/** The approval of sca that led to an event of a basket. */
function sealedFor(stream: string, event: BasketApproved['data']): Approval {
  const { approved, corporateId, customerId, debtor, declined, signers } = event;
  const paymentIds = [...approved.map(({ paymentId }) => paymentId), ...declined];
  const basketId = stream.slice('basket-'.length);
  const resource = { kind: 'basket', basketId, paymentIds } as const;
  const who = { customerId, psuId: 'psu-1', context: 'PRIVATE', corporateId, signers } as const;
  return sealedApproval(event.by, defined({ resource, ...who, approved, declined, debtor, at }));
}

/** The refusal of a basket. */
export function basketRejected(members: readonly string[]): BasketRejected {
  return { type: 'BasketRejected', data: { by, members, at } };
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
  BasketFrozen: { type: 'BasketFrozen', data: { by, at } },
  BasketDeleted: { type: 'BasketDeleted', data: { at } },
};
