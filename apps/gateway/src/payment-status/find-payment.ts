import { GetPayment } from '@nordgate/contracts';
import type { PaymentService, PaymentView } from '@nordgate/contracts';
import type { Caller } from '../access/caller.js';
import type { Edge } from '../access/edge.js';
import { productOf } from '../payment-products/products.js';
import { demandPsu } from '../access/demand-psu.js';
import { fault, Refused } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';

const unknown = () => new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);

/**
 * The payment behind a path; undefined while it is received but not decided yet. Throws Refused:
 * RESOURCE_UNKNOWN for an id that is not this TPP's or of another service or product, and while a
 * product hides its payments before approval.
 */
export async function findPayment(
  edge: Edge,
  caller: Caller,
  path: { readonly service: PaymentService; readonly product: string; readonly id: string },
): Promise<PaymentView | undefined> {
  const product = productOf(path.service, path.product);
  const read = edge.readId(path.id, caller);
  if (read?.kind !== product.kind) throw unknown();
  const view = await untilThere(() => edge.queries.ask(new GetPayment(caller.tpp, read.streamId)));
  if (view !== undefined && view.product !== product.product) throw unknown();
  if (view !== undefined) demandPsu(view.initiator, caller);
  const received = view === undefined || view.transactionStatus === 'RCVD';
  const hidden = product.hiddenBeforeApproval && received;
  if (hidden && !caller.fixes.has('payment-status-before-approval')) {
    throw new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknownBeforeApproval')]);
  }
  return view;
}
