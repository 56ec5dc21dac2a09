import { textOf } from '@nordgate/contracts/texts';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentCreated, Fault } from '@nordgate/contracts/http';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { Caller } from '../access/caller.js';
import { warningsOf } from '../reply/warnings.js';

export interface CreatedPayment {
  readonly product: OfferedProduct;
  readonly publicId: string;
  readonly transactionStatus: PaymentStatus;
  /** Where the PSU approves it; absent where it is exempt from SCA. */
  readonly scaHref?: string;
  /** Public id of the authorisation behind that link. */
  readonly authorisationId: string;
  readonly warnings: readonly Fault[];
}

/** Where a payment lives. */
export function paymentPath({ service, product }: OfferedProduct, publicId: string): string {
  return `/v1/${service}/${product.name}/${publicId}`;
}

/** The creation response (specification 2.2); the same for a repeat, with the status of now. */
export function paymentCreated(created: CreatedPayment, caller: Caller): PaymentCreated {
  const path = paymentPath(created.product, created.publicId);
  return {
    paymentId: created.publicId,
    transactionStatus: created.transactionStatus,
    ...feesOf(created.product),
    ...(created.scaHref === undefined
      ? { psuMessage: textOf({ rule: 'psuMessage.exempt', params: {} }, caller.language) }
      : {}),
    ...warningsOf([...caller.warnings, ...created.warnings], caller.language),
    _links: {
      ...(created.scaHref === undefined
        ? {}
        : { scaRedirect: { href: created.scaHref, verbs: ['GET'] as const } }),
      self: { href: path, verbs: ['GET'] },
      status: { href: `${path}/status`, verbs: ['GET'] },
      scaStatus: { href: `${path}/authorisations/${created.authorisationId}`, verbs: ['GET'] },
    },
  };
}

/** What one payment costs by the bank's price list (specification 2.2). */
export function feesOf({
  price,
}: Pick<OfferedProduct, 'price'>): Pick<
  PaymentCreated,
  'transactionFees' | 'transactionFeeIndicator'
> {
  if (price === undefined) return { transactionFeeIndicator: false };
  return { transactionFees: price, transactionFeeIndicator: true };
}
