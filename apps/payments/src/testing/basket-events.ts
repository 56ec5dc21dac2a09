import type { BasketApproved, BasketRejected, BasketSigned } from '@nordgate/contracts/events';
import type { Approval } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { sealedApproval } from '@nordgate/contracts/testing';
import { moments } from './a-payment.js';

export const basket = 'basket-d4c3f6e5a7b8291aa0928d7e6f504132';

const at = moments.settled;
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
