import { GetOpenBaskets } from '@nordgate/contracts/queries';
import type { PaymentStanding } from '@nordgate/contracts/rules';
import type { PaymentView } from '@nordgate/contracts/queries';
import { isCancellable, isEndedPayment } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import type { PaymentPath } from '../payment-products/payment-route.decorator.js';
import { findPayment } from '../payment-status/find-payment.js';
import type { FoundPayment } from '../payment-status/find-payment.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';
import type { Authorisable } from './authorisation-list.js';

/** The two lists of authorisations of a payment. */
export type PaymentList = 'authorisations' | 'cancellation-authorisations';

/** The statuses in which the PSU can still decide, by list (rulings on payments). */
const isOpenIn: { readonly [List in PaymentList]: (standing: PaymentStanding) => boolean } = {
  authorisations: ({ status }) => status === 'RCVD' || status === 'PDNG',
  'cancellation-authorisations': isCancellable,
};

/** A payment with its authorisations. */
export interface AuthorisablePayment extends Authorisable {
  readonly view: PaymentView;
}

/** Finds a payment with its authorisations. Throws the errors of {@link findPayment}. */
export async function paymentWith(
  list: PaymentList,
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<AuthorisablePayment> {
  return asAuthorisable(list, path, await decidedPayment(edge, caller, path));
}

/**
 * Throws RequestError, CONFLICT, when the PSU cannot decide any more, or while the payment is a member of
 * an open basket.
 */
export async function requireOpenPayment(
  list: PaymentList,
  edge: Edge,
  { resourceId, view }: AuthorisablePayment,
): Promise<void> {
  requireOpen(list, view);
  if (list !== 'authorisations') return;
  const baskets = await edge.queries.ask(new GetOpenBaskets([resourceId]));
  if (resourceId in baskets) throw new RequestError([fault('CONFLICT', 'payment.inOpenBasket')]);
}

/** Throws RequestError, CONFLICT, when the PSU cannot decide any more. */
export function requireOpen(
  list: PaymentList,
  { transactionStatus: status, fundsAvailable, isClaimed }: PaymentView,
): void {
  const standing = defined({ status, fundsAvailable, isClaimed });
  if (isOpenIn[list](standing) && fundsAvailable !== false) return;
  if (list === 'cancellation-authorisations' && isExecuting(standing)) {
    throw new RequestError([fault('CONFLICT', 'payment.executing')]);
  }
  throw new RequestError([fault('CONFLICT', `payment.not-open.${list}`, '', { status })]);
}

function isExecuting(standing: PaymentStanding): boolean {
  const isOver = isEndedPayment(standing) || standing.status === 'PART';
  return standing.isClaimed === true && !isOver;
}

/** Throws RequestError: 503 while the payment is not decided, CONFLICT for a part of a bulk. */
async function decidedPayment(
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<FoundPayment & { readonly view: PaymentView }> {
  const { view, ...found } = await findPayment(edge, caller, path);
  if (view === undefined) throw undecided();
  if (found.named.part !== undefined)
    throw new RequestError([fault('CONFLICT', 'payment.partOfBulk')]);
  return { ...found, view };
}

function asAuthorisable(
  list: PaymentList,
  { service, product, id }: PaymentPath,
  { named, view }: Pick<FoundPayment, 'named'> & { readonly view: PaymentView },
): AuthorisablePayment {
  const { initiator, authorisationId: first, isExempt } = view;
  const about = {
    resourceId: named.streamId,
    paymentIds: [],
    initiator,
    view,
    path: `/v1/${service}/${product}/${id}/${list}`,
    statusPath: `/v1/${service}/${product}/${id}/status`,
  };
  if (list === 'cancellation-authorisations') return { ...about, kind: 'cancellation' };
  return {
    ...about,
    kind: 'payment',
    ...defined({
      firstAuthorisationId: first,
      isSignedOnce: view.transactionStatus === 'PDNG' ? (true as const) : undefined,
      isExempt,
    }),
  };
}
