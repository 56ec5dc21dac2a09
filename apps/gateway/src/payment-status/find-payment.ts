import { fixedAnswers } from '@nordgate/contracts/codes';
import { GetPayment } from '@nordgate/contracts/queries';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentService } from '@nordgate/contracts/events';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Caller } from '../access/caller.js';
import { demandPsu } from '../access/demand-psu.js';
import type { Edge } from '../access/edge.js';
import type { NamedResource } from '@nordgate/contracts/rules';
import type { PaymentPath } from '../payment-products/payment-path.js';
import { idKindOf, productOf } from '../payment-products/products.js';
import { fault, Refused } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';

const unknown = () => new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);

/** A payment that a path leads to. */
export interface FoundPayment {
  readonly named: NamedResource;
  readonly offered: OfferedProduct;
  /** Undefined while it is received but not decided yet. */
  readonly view?: PaymentView;
}

/**
 * The payment behind a path. Throws Refused: RESOURCE_UNKNOWN for an id that is not this TPP's or of
 * another service or product, and while a product hides its payments before approval.
 */
export async function findShownPayment(
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<FoundPayment> {
  const found = await findPayment(edge, caller, path);
  const { transactionStatus } = found.view ?? { transactionStatus: 'RCVD' };
  const isUnapproved = transactionStatus === 'RCVD' || transactionStatus === 'PDNG';
  if (isUnapproved) refuseHidden(found.named, found.offered, caller);
  return found;
}

/**
 * The same of a payment that something is done to, which the known issue does not hide: specification
 * 3 speaks of details and status.
 */
export async function findPayment(
  edge: Edge,
  caller: Caller,
  path: PaymentPath,
): Promise<FoundPayment> {
  const { profile } = edge.settings;
  const offered = productOf(profile, path.service, path.product);
  const named = edge.readId(path.id, caller);
  if (named === undefined || !livesAt(named, path.service)) throw unknown();
  const view = await untilThere(() => edge.queries.ask(new GetPayment(caller.tpp, named.streamId)));
  if (view === undefined) return { named, offered };
  if (view.product !== offered.product.name) throw unknown();
  demandPsu(view.initiator, caller);
  return { named, offered, view };
}

/** A sub-payment of a bulk is read as a single payment. */
function livesAt({ kind }: NamedResource, service: PaymentService): boolean {
  return kind === idKindOf[service] || (kind === 'part' && service === 'payments');
}

/** The known issue hides no sub-payments: nothing of them is specified otherwise. */
function refuseHidden(
  { kind }: NamedResource,
  { isHiddenBeforeApproval }: OfferedProduct,
  { fixes }: Caller,
): void {
  if (kind === 'part' || !isHiddenBeforeApproval) return;
  if (fixedAnswers(fixes).showsUnapproved) return;
  throw new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknownBeforeApproval')]);
}
