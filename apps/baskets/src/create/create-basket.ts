import type { BasketCommands, BasketReceipt } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import { openMember } from '../domain/basket.js';
import type { Basket } from '../domain/basket.js';

export type CreateBasket = CommandOf<BasketCommands, 'CreateBasket'>;

/**
 * Groups payments for one approval. A member that another open basket claimed meanwhile makes the
 * basket refused, and that is recorded: no acknowledged id stays unknown.
 */
export function createBasket(
  { data, meta, stream }: CreateBasket,
  basket: Basket,
  facts: Facts,
): Decision<BasketEvent> {
  const { initiator, fingerprint, members, authorisation } = data;
  if (basket.is !== 'none') {
    return basket.fingerprint === fingerprint ? nothing : refuse('CONFLICT');
  }
  const acceptedAt = meta.at;
  const taken = members.findIndex(({ paymentId }) => {
    const holder = facts.holderOf({ scope: openMember, key: paymentId });
    return holder !== undefined && holder !== stream;
  });
  if (taken >= 0) {
    const path = `/paymentIds/${String(taken)}`;
    const refused = { initiator, fingerprint, code: 'CONFLICT', path, acceptedAt } as const;
    return [{ type: 'BasketRefused', data: refused }];
  }
  const created = { initiator, fingerprint, members, authorisation, acceptedAt };
  return [{ type: 'BasketCreated', data: created }];
}

/**
 * The receipt of a creation. Throws an Error for a basket that does not exist, which no accepted
 * creation leaves.
 */
export function basketReceipt(basket: Basket): BasketReceipt {
  if (basket.is === 'none') throw new Error('a basket that does not exist has no receipt');
  const { fingerprint } = basket;
  if (basket.is !== 'refused') return { fingerprint };
  return { fingerprint, refusal: { code: basket.code, path: basket.path } };
}
