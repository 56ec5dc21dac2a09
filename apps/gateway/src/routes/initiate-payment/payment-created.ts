import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Fault, PaymentCreated } from '@nordgate/contracts/http';
import { feeOf } from '@nordgate/contracts/profile';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { executionDay } from '@nordgate/contracts/calendar';
import { textOf } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { dayInOslo } from '@nordgate/contracts/rules';
import { fault } from '../../reply/request-error.js';
import { isHidden } from '../payment-products/payment-route.js';
import { warningsOf } from '../../reply/tpp-messages.js';

/** The parts of the answer to an initiation. */
export interface CreatedPayment {
  readonly product: OfferedProduct;
  readonly publicId: string;
  readonly instruction: PaymentInstruction;
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
  return {
    paymentId: publicId,
    transactionStatus,
    ...feesOf(product, created.instruction),
    ...(isExempt
      ? { psuMessage: textOf({ rule: 'psuMessage.exempt', params: {} }, caller.language) }
      : {}),
    ...warningsOf([...caller.warnings, ...created.warnings], caller.language),
    _links: {
      ...defined({ scaRedirect: isExempt ? undefined : { href, verbs: ['GET'] as const } }),
      // The links of a payment that nothing is shown of would lead to 404 (specification 3).
      ...(isHidden(product, transactionStatus, caller) ? {} : readingLinks(path)),
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
  product: Pick<OfferedProduct, 'price'>,
  instruction: PaymentInstruction,
): Pick<PaymentCreated, 'transactionFees' | 'transactionFeeIndicator'> {
  const transactionFees = feeOf(product, instruction);
  if (transactionFees === undefined) return { transactionFeeIndicator: false };
  return { transactionFees, transactionFeeIndicator: true };
}

/**
 * Warns that a payment for the current day counts as received on a later day (PSD2 article 78), by the
 * cut-off of the bank's profile. The stored time decides, so a repeat gets the same warning.
 */
export function cutOffWarnings(
  { cutOff, service }: Pick<OfferedProduct, 'cutOff' | 'service'>,
  instruction: PaymentInstruction,
  acceptedAt: string,
): Fault[] {
  if (cutOff === undefined || service === 'periodic-payments') return [];
  const came = dayInOslo(new Date(acceptedAt));
  const { requestedExecutionDate = came } = instruction as { requestedExecutionDate?: string };
  const date = executionDay({ acceptedAt, cutOff });
  if (requestedExecutionDate > came || date === came) return [];
  const path = '/requestedExecutionDate';
  return [fault('EXECUTION_DATE_INVALID', 'date.afterCutOff', path, { cutOff, date })];
}
