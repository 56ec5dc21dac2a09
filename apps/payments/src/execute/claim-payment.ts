import { hasStructuredCreditors, needsStructuredParties } from '@nordgate/contracts/http';
import { isBulk, isPeriodic } from '@nordgate/contracts/events';
import type {
  RejectionReason,
  ClaimedOrder,
  PaymentClaimed,
  PaymentEvent,
} from '@nordgate/contracts/events';
import { offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import { standingTo, instructionHash } from '@nordgate/contracts/rules';
import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { isTaken } from '../domain/occurrences.js';
import { statusAfter } from '../domain/status-table.js';

/** What the bank's profile has of rules that may change between the approval and the execution. */
export type ExecutionRules = Pick<BankProfile, 'products' | 'dates'>;

/**
 * Why a payment cannot be executed on this day, although the bank accepted it; undefined where it can: the
 * products and limits of today, and structured addresses from the date of the profile (specification 9).
 * One sub-payment stops its whole bulk, as at its initiation. An amount that cannot be compared with a limit of
 * today is no reason: the bank refuses it at the initiation only.
 *
 * @param day of the execution, YYYY-MM-DD in Oslo
 */
function reasonAgainst(
  { debtor, instruction, product, service }: KnownPayment,
  day: string,
  { dates, products }: ExecutionRules,
): RejectionReason | undefined {
  const offered = offeredProduct({ products }, service, product);
  if (offered === undefined) return 'product-not-offered';
  if (isAboveLimit(instruction, offered)) return 'amount-above-limit';
  const isStructured = day >= dates.structuredAddressesFrom;
  if (!isStructured || !needsStructuredParties(offered.product, instruction)) return undefined;
  if (!hasStructuredCreditors(offered.product, instruction)) return 'creditor-address-incomplete';
  return debtor === undefined ? 'debtor-unknown' : undefined;
}

function isAboveLimit(
  instruction: KnownPayment['instruction'],
  { limits }: Pick<OfferedProduct, 'limits'>,
): boolean {
  const payments = isBulk(instruction) ? instruction.payments : [instruction];
  return payments.some(({ instructedAmount }) => standingTo(limits, instructedAmount) === 'above');
}

export type ClaimPayment = CommandOf<PaymentCommands, 'ClaimPayment'>;

/**
 * A run takes the payment, or one occurrence of it, for execution. The payment decides between the run and
 * a cancellation: whichever comes first wins. A payment that the bank cannot execute any more is RJCT
 * instead, and a periodic one with all its later occurrences. A repeat changes nothing. Refuses CONFLICT a
 * payment that is not approved, was cancelled or is executing, and FORMAT_ERROR an occurrence that the
 * order does not have.
 *
 * @param rules of the bank's profile; undefined checks none of them
 */
export function claimPayment(rules: ExecutionRules | undefined) {
  return ({ data, meta }: ClaimPayment, payment: Payment): Decision<PaymentEvent> => {
    if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
    const decided = isPeriodic(payment.instruction)
      ? occurrenceClaim(data, payment, payment.instruction)
      : wholeClaim(data, payment);
    if (decided.is === 'not-possible') return decided.decision;
    const { by, day, occurrence } = data;
    const reason = rules && reasonAgainst(payment, day, rules);
    if (reason !== undefined) {
      const why = { code: 'PAYMENT_FAILED', reason } as const;
      return [{ type: 'PaymentRejected', data: { by, ...why, at: meta.at } }];
    }
    const claim = { by, status: decided.status, order: orderOf(payment), day };
    const claimed = { ...claim, ...defined({ occurrence }), ...proofsOf(payment), at: meta.at };
    return [{ type: 'PaymentClaimed', data: claimed }];
  };
}

/** The status of the payment after the claim, or the decision where nothing can be claimed. */
type Claim =
  | { readonly is: 'possible'; readonly status: 'ACTC' | 'ACCP' | 'ACWC' }
  | { readonly is: 'not-possible'; readonly decision: Decision<PaymentEvent> };

const notPossible = (decision: Decision<PaymentEvent>): Claim => ({ is: 'not-possible', decision });

function occurrenceClaim(
  { occurrence }: ClaimPayment['data'],
  payment: KnownPayment,
  order: PeriodicOrder,
): Claim {
  if (occurrence === undefined) return notPossible(refuse('FORMAT_ERROR'));
  if (isTaken(payment.occurrences, occurrence)) return notPossible(nothing);
  if (nextExecutionDates(order, occurrence, 1)[0] !== occurrence) {
    return notPossible(refuse('FORMAT_ERROR'));
  }
  if (payment.status === 'RJCT') return notPossible(nothing);
  return payment.status === 'ACTC'
    ? { is: 'possible', status: 'ACTC' }
    : notPossible(refuse('CONFLICT'));
}

function wholeClaim(
  { by, isMoved, occurrence }: ClaimPayment['data'],
  payment: KnownPayment,
): Claim {
  if (occurrence !== undefined) return notPossible(refuse('FORMAT_ERROR'));
  if (payment.claimedBy === by || payment.status === 'RJCT') return notPossible(nothing);
  const status = isMoved === true ? 'ACWC' : 'ACCP';
  const isPossible = payment.status === 'ACTC' && statusAfter(`to${status}`, payment) !== undefined;
  // Sub-payments that differ were reported without a claim.
  if (!isPossible || payment.parts !== undefined) return notPossible(refuse('CONFLICT'));
  return { is: 'possible', status };
}

/** What batch checks before it instructs. A signature of an older release has no known hash. */
function proofsOf({
  instruction,
  signedBy,
  authorisedBy,
  approval,
  exemption,
}: KnownPayment): Pick<PaymentClaimed['data'], 'instructionHash' | 'approvals' | 'exemption'> {
  const hashes = [...(signedBy === undefined ? [] : [signedBy.approval]), approval];
  const approvals = hashes.filter((one) => one !== undefined);
  // An exempt payment that somebody has approved all the same is an approved one.
  const exempt = authorisedBy === undefined ? exemption : undefined;
  return {
    instructionHash: instructionHash(instruction),
    ...(approvals.length > 0 && approvals.length === hashes.length && { approvals }),
    ...defined({ exemption: exempt }),
  };
}

function orderOf(payment: KnownPayment): ClaimedOrder {
  const { service, product, initiator, instruction, debtor, price } = payment;
  return { service, product, tpp: initiator.tpp, instruction, ...defined({ debtor, price }) };
}
