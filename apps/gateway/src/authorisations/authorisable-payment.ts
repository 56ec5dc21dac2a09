import { GetOpenBaskets } from '@nordgate/contracts/queries';
import type { PaymentStanding } from '@nordgate/contracts/codes';
import type { PaymentView } from '@nordgate/contracts/queries';
import { isCancellable } from '@nordgate/contracts/rules';
import type { Caller } from '../access/caller.js';
import type { Edge } from '../access/edge.js';
import type { PaymentPath } from '../payment-products/payment-path.js';
import { findPayment } from '../payment-status/find-payment.js';
import type { FoundPayment } from '../payment-status/find-payment.js';
import { fault, Refused, unavailable } from '../reply/refused.js';
import type { Authorisable } from './authorisable.js';

/** The two lists of authorisations that a payment has. */
export type PaymentList = 'authorisations' | 'cancellation-authorisations';

/** Statuses in which the PSU can still be asked, by list (rulings on payments). */
const isOpenIn: { readonly [List in PaymentList]: (standing: PaymentStanding) => boolean } = {
  authorisations: ({ status }) => status === 'RCVD' || status === 'PDNG',
  'cancellation-authorisations': isCancellable,
};

/** A payment whose authorisations are read. Throws Refused as {@link findPayment} says. */
export async function paymentWith(
  list: PaymentList,
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<Authorisable> {
  return asAuthorisable(list, path, await decidedPayment(edge, caller, path));
}

/**
 * The same where a new one is to be opened. Throws Refused, CONFLICT, when there is nothing to ask the
 * PSU any more, or while the payment is a member of an open basket.
 */
export async function paymentToAuthorise(
  list: PaymentList,
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<Authorisable> {
  const { named, view } = await decidedPayment(edge, caller, path);
  demandOpen(list, view);
  if (list === 'authorisations') {
    const baskets = await edge.queries.ask(new GetOpenBaskets([named.streamId]));
    if (named.streamId in baskets) throw new Refused([fault('CONFLICT', 'payment.inOpenBasket')]);
  }
  return asAuthorisable(list, path, { named, view });
}

/** Throws Refused, CONFLICT, when there is nothing to ask the PSU any more. */
export function demandOpen(
  list: PaymentList,
  { transactionStatus: status, fundsAvailable }: PaymentView,
): void {
  if (isOpenIn[list]({ status, fundsAvailable }) && fundsAvailable !== false) return;
  throw new Refused([fault('CONFLICT', `payment.not-open.${list}`, '', { status })]);
}

/** Throws Refused, 503, while the payment is not decided, and CONFLICT for a part of a bulk. */
async function decidedPayment(
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<FoundPayment & { readonly view: PaymentView }> {
  const { view, ...found } = await findPayment(edge, caller, path);
  if (view === undefined) throw unavailable();
  if (found.named.part !== undefined) throw new Refused([fault('CONFLICT', 'payment.partOfBulk')]);
  return { ...found, view };
}

function asAuthorisable(
  list: PaymentList,
  { service, product, id }: PaymentPath,
  { named, view }: Pick<FoundPayment, 'named'> & { readonly view: PaymentView },
): Authorisable {
  const { initiator, authorisationId: first, isExempt } = view;
  const about = {
    resourceId: named.streamId,
    paymentIds: [],
    initiator,
    path: `/v1/${service}/${product}/${id}/${list}`,
  };
  if (list === 'cancellation-authorisations') return { ...about, kind: 'cancellation' };
  const known = first === undefined ? {} : { firstAuthorisationId: first };
  const signed = view.transactionStatus === 'PDNG' ? ({ isSignedOnce: true } as const) : {};
  return { ...about, kind: 'payment', ...known, ...signed, ...(isExempt ? { isExempt } : {}) };
}
