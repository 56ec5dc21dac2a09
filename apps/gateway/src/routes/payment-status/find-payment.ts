import { GetDeletedPayments, GetPayment } from '@nordgate/contracts/queries';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentService } from '@nordgate/contracts/events';
import type { PaymentProgress, PaymentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { requireUndeleted } from '../../access/deleted.js';
import { untilThere } from '../../access/read-view.js';
import { requireOwner } from '../../access/resource-owner.js';
import type { Admitted } from '../../access/resource-owner.js';
import type { Edge } from '../../access/edge.service.js';
import type { NamedResource } from '@nordgate/contracts/rules';
import type { PaymentPath } from '../payment-products/payment-route.decorator.js';
import { isHidden, productOf } from '../payment-products/payment-route.decorator.js';
import { idKindOf } from '../../request/operation-id.js';
import { fault, RequestError } from '../../reply/request-error.js';
import type { ShownProgress } from './payment-status.js';

const unknown = () => new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);

/** The payment behind a path. */
export interface FoundPayment {
  readonly named: NamedResource;
  readonly offered: OfferedProduct;
  /** Undefined while the payment is received but not decided yet. */
  readonly view?: PaymentView;
}

/**
 * Finds a payment to show it. Throws RequestError, RESOURCE_UNKNOWN, for an id of another TPP, service or
 * product, and before approval where the product hides its payments (the known issue).
 */
export async function findShownPayment(
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<FoundPayment> {
  const found = await findPayment(edge, caller, path);
  const { transactionStatus = 'RCVD' } = found.view ?? {};
  // The known issue does not hide sub-payments: specification 3 does not name them.
  if (found.named.kind === 'part' || !isHidden(found.offered, transactionStatus, caller))
    return found;
  throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknownBeforeApproval')]);
}

/**
 * Finds a payment to change it; `admitted` says for whom. The known issue does not hide it here: specification 3 only names details
 * and status.
 */
export async function findPayment(
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
  admitted: Admitted = 'signers',
): Promise<FoundPayment> {
  const { profile } = edge.settings;
  const offered = productOf(profile, path.service, path.product);
  const named = edge.readId(path.id, caller);
  if (named === undefined || !livesAt(named, path.service)) throw unknown();
  const view = await untilThere(() => edge.queries.ask(new GetPayment(caller.tpp, named.streamId)));
  if (view === undefined) {
    await requireUndeleted(edge.queries, new GetDeletedPayments([named.streamId]));
    return { named, offered };
  }
  if (view.product !== offered.product.name) throw unknown();
  await requireOwner(edge.queries, caller, view, admitted);
  return { named, offered, view };
}

/** How far the found payment or sub-payment is; undefined while the payment is not decided yet. */
export function progressOf({ named, view }: FoundPayment): ShownProgress | undefined {
  if (named.part === undefined || view === undefined) return view;
  const { initiator, signedBy } = view;
  return { ...partProgress(view, named.part), initiator, ...defined({ signedBy }) };
}

/** How far a sub-payment is: as far as its bulk until they differ. */
export function partProgress(view: PaymentView, part: number): PaymentProgress {
  return view.parts?.[part] ?? view;
}

/** A sub-payment of a bulk has the path of a single payment. */
function livesAt({ kind }: NamedResource, service: PaymentService): boolean {
  return kind === idKindOf[service] || (kind === 'part' && service === 'payments');
}
