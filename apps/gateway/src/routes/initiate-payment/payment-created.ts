import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Fault, PaymentCreated } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { dayReceived } from '@nordgate/contracts/calendar';
import { textOf } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { dayInOslo } from '@nordgate/contracts/rules';
import { fault } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';

/** The parts of the answer to an initiation. */
export interface CreatedPayment {
  readonly product: OfferedProduct;
  readonly publicId: string;
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
    ...feesOf(product),
    ...(isExempt
      ? { psuMessage: textOf({ rule: 'psuMessage.exempt', params: {} }, caller.language) }
      : {}),
    ...warningsOf([...caller.warnings, ...created.warnings], caller.language),
    _links: {
      ...defined({ scaRedirect: isExempt ? undefined : { href, verbs: ['GET'] as const } }),
      self: { href: path, verbs: ['GET'] },
      status: { href: `${path}/status`, verbs: ['GET'] },
      scaStatus: { href: `${path}/authorisations/${created.authorisationId}`, verbs: ['GET'] },
    },
  };
}

/** The price of one payment by the bank's price list (specification 2.2). */
export function feesOf({
  price,
}: Pick<OfferedProduct, 'price'>): Pick<
  PaymentCreated,
  'transactionFees' | 'transactionFeeIndicator'
> {
  if (price === undefined) return { transactionFeeIndicator: false };
  return { transactionFees: price, transactionFeeIndicator: true };
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
  const date = dayReceived(acceptedAt, cutOff);
  if (requestedExecutionDate > came || date === came) return [];
  const path = '/requestedExecutionDate';
  return [fault('EXECUTION_DATE_INVALID', 'date.afterCutOff', path, { cutOff, date })];
}
