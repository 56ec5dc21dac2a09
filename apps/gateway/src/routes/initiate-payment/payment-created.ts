import type { ExchangeRates, PaymentStatus } from '@nordgate/contracts/codes';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Fault, PaymentCreated } from '@nordgate/contracts/http';
import { debitEstimateOf, feeOf } from '@nordgate/contracts/profile';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { textOf } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { isHidden } from '../payment-products/payment-route.decorator.js';
import { warningsOf } from '../../reply/tpp-messages.js';

/** The parts of the answer to an initiation. */
export interface CreatedPayment {
  readonly product: OfferedProduct;
  readonly publicId: string;
  readonly instruction: PaymentInstruction;
  /** What one payment costs; absent for nothing. */
  readonly price?: PaymentCreated['transactionFees'] | undefined;
  /** At which the bank exchanges currencies; absent where it does not know. */
  readonly rates?: ExchangeRates | undefined;
  readonly transactionStatus: PaymentStatus;
  /** The link where the PSU approves the payment; absent for a payment exempt from SCA. */
  readonly scaHref?: string;
  /** Public id of the authorisation behind that link. */
  readonly authorisationId: string;
  readonly warnings: readonly Fault[];
}

/** The path of a payment. */
export function paymentPath({ service, product }: OfferedProduct, publicId: string): string {
  return `/v1/${service}/${product.name}/${publicId}`;
}

/** The creation response (specification 2.2). A repeat gets the same with the current status. */
export function paymentCreated(created: CreatedPayment, caller: Caller): PaymentCreated {
  const { scaHref: href, publicId, transactionStatus, product } = created;
  const path = paymentPath(product, publicId);
  const isExempt = href === undefined;
  const statusAtFirst = isExempt ? transactionStatus : 'RCVD';
  return {
    paymentId: publicId,
    transactionStatus,
    ...feesOf(created, created.instruction),
    ...estimatesOf(created),
    ...(isExempt
      ? { psuMessage: textOf({ rule: 'psuMessage.exempt', params: {} }, caller.language) }
      : {}),
    ...warningsOf([...caller.warnings, ...created.warnings], caller.language),
    _links: {
      ...defined({ scaRedirect: isExempt ? undefined : { href, verbs: ['GET'] as const } }),
      // The links of a payment that nothing is shown of would lead to 404 (specification 3). A repeat has
      // the links of the first answer, wherever the payment is by now.
      ...(isHidden(product, statusAtFirst, caller) ? {} : readingLinks(path)),
      scaStatus: { href: `${path}/authorisations/${created.authorisationId}`, verbs: ['GET'] },
    },
  };
}

function readingLinks(path: string) {
  const verbs = ['GET'] as const;
  return { self: { href: path, verbs }, status: { href: `${path}/status`, verbs } };
}

/** The price of the payments in an instruction, by the bank's price list (specification 2.2). */
export function feesOf(
  product: Pick<CreatedPayment, 'price'>,
  instruction: PaymentInstruction,
): Pick<PaymentCreated, 'transactionFees' | 'transactionFeeIndicator'> {
  const transactionFees = feeOf(product, instruction);
  if (transactionFees === undefined) return { transactionFeeIndicator: false };
  return { transactionFees, transactionFeeIndicator: true };
}

/** What a payment in another currency will probably take, and what is sent (Berlin Group framework 1.3). */
function estimatesOf({
  instruction,
  price,
  rates,
}: CreatedPayment): Pick<
  PaymentCreated,
  'estimatedTotalAmount' | 'estimatedInterbankSettlementAmount'
> {
  const estimate = debitEstimateOf(instruction, price, rates);
  if (estimate === undefined) return {};
  const sent = 'instructedAmount' in instruction ? instruction.instructedAmount : undefined;
  return {
    estimatedTotalAmount: estimate.total,
    ...defined({ estimatedInterbankSettlementAmount: sent }),
  };
}
