import type { PaymentCreated, PaymentStatus } from '@nordgate/contracts';
import type { Caller } from '../access/caller.js';
import type { PaymentProduct } from '../payment-products/products.js';
import { warningsOf } from '../reply/warnings.js';
import type { Fault } from '@nordgate/contracts';

export interface CreatedPayment {
  readonly product: PaymentProduct;
  readonly publicId: string;
  readonly transactionStatus: PaymentStatus;
  readonly scaHref: string;
  readonly warnings: readonly Fault[];
}

/** Where a payment lives. */
export function paymentPath({ service, product }: PaymentProduct, publicId: string): string {
  return `/v1/${service}/${product}/${publicId}`;
}

/** The creation response (specification 2.2); the same for a repeat, with the status of now. */
export function paymentCreated(created: CreatedPayment, caller: Caller): PaymentCreated {
  const path = paymentPath(created.product, created.publicId);
  return {
    paymentId: created.publicId,
    transactionStatus: created.transactionStatus,
    ...warningsOf([...caller.warnings, ...created.warnings], caller.language),
    _links: {
      scaRedirect: { href: created.scaHref, verbs: ['GET'] },
      self: { href: path, verbs: ['GET'] },
      status: { href: `${path}/status`, verbs: ['GET'] },
    },
  };
}
