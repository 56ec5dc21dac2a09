import { isBulk, isPeriodic } from '@nordgate/contracts/events';
import type { TransferInstruction } from '@nordgate/contracts/events';
import type {
  BulkPaymentInitiation,
  CreditorInstruction,
  PaymentOccurrence,
  PaymentStatusReply,
} from '@nordgate/contracts/http';
import type { PaymentView } from '@nordgate/contracts/queries';
import { nextExecutionDates } from '@nordgate/contracts/calendar';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { dayInOslo, daysLater, isEndedPayment } from '@nordgate/contracts/rules';
import type { Edge } from '../../access/edge.service.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';
import { asSent } from '../initiate-payment/sole-references.js';
import type { SentInstruction } from '../initiate-payment/sole-references.js';
import { partProgress, progressOf } from './find-payment.js';
import type { FoundPayment } from './find-payment.js';
import { paymentStatusOf } from './payment-status.js';

/**
 * A payment as the TPP instructed it, with its status. The sub-payments of a bulk have their ids and
 * statuses, and periodic payments their next dates and the occurrences in execution or after it.
 */
export type PaymentDetails = PaymentStatusReply &
  (
    | (SentInstruction<TransferInstruction> & NextExecutions & Occurrences)
    | BulkDetails
    | PartDetails
  );

type BulkDetails = Omit<BulkPaymentInitiation, 'payments'> & {
  readonly payments: readonly SubPayment[];
};

type SubPayment = SentInstruction<CreditorInstruction> &
  Pick<PaymentStatusReply, 'transactionStatus' | 'fundsAvailable'> & { readonly paymentId: string };

type PartDetails = SentInstruction<CreditorInstruction> &
  Pick<BulkPaymentInitiation, 'debtorAccount' | 'requestedExecutionDate'>;

/** The answer to GET of a payment. Throws RequestError, 503, while the payment is not decided yet. */
export function paymentDetailsOf(
  found: FoundPayment,
  caller: Caller,
  edge: Pick<Edge, 'partId' | 'now'>,
): PaymentDetails {
  const { named, view } = found;
  if (view === undefined) throw undecided();
  const status = paymentStatusOf(progressOf(found), caller);
  const { instruction } = view;
  if (named.part !== undefined) return { ...partOf(view, named.part), ...status };
  if (!isBulk(instruction)) {
    const next = nextExecutionsOf(view, dayInOslo(edge.now(caller)));
    const sent = asSent(instruction, '', view.soleReferences);
    return { ...sent, ...status, ...next, ...occurrencesOf(view, caller) };
  }
  const payments = instruction.payments.map((one, part) => ({
    paymentId: edge.partId(named.streamId, part, caller),
    ...asSent(one, partPointer(part), view.soleReferences),
    ...statusOfPart(view, part),
  }));
  return { ...instruction, payments, ...status };
}

/** The status of a sub-payment in the details of its bulk; its own status gives the reason, too. */
function statusOfPart(view: PaymentView, part: number) {
  const { transactionStatus, fundsAvailable } = partProgress(view, part);
  return { transactionStatus, ...defined({ fundsAvailable }) };
}

/** A sub-payment reads like a single payment. The common fields of its bulk are added. */
function partOf({ instruction, soleReferences }: PaymentView, part: number): PartDetails {
  const one = isBulk(instruction) ? instruction.payments[part] : undefined;
  if (one === undefined || !isBulk(instruction)) {
    throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  }
  const { debtorAccount, requestedExecutionDate: date } = instruction;
  const sent = asSent(one, partPointer(part), soleReferences);
  return { ...sent, debtorAccount, ...defined({ requestedExecutionDate: date }) };
}

const partPointer = (part: number) => `/payments/${String(part)}`;

/** The occurrences in the details of a periodic payment. */
interface Occurrences {
  /** The oldest first; absent before the first one. */
  readonly occurrences?: readonly PaymentOccurrence[];
}

function occurrencesOf({ occurrences }: PaymentView, caller: Caller): Occurrences {
  return defined({
    occurrences: occurrences?.map((one) => ({ date: one.date, ...paymentStatusOf(one, caller) })),
  });
}

/** The next dates in the details of a periodic payment. */
export interface NextExecutions {
  /** Today in Oslo or later, YYYY-MM-DD, by the calendar of Norwegian banks. */
  readonly nextExecutionDates?: readonly string[];
}

/** A payment that ends may have fewer dates, or none. */
const datesMax = 6;

/**
 * The next dates of a periodic payment that has not ended, after the last one that a run has taken. Empty
 * for all other payments.
 */
export function nextExecutionsOf(
  {
    instruction,
    transactionStatus: status,
    fundsAvailable,
    occurrences,
  }: Pick<PaymentView, 'instruction' | 'transactionStatus' | 'fundsAvailable' | 'occurrences'>,
  today: string,
): NextExecutions {
  if (!isPeriodic(instruction)) return {};
  if (isEndedPayment({ status, ...defined({ fundsAvailable }) })) return {};
  const taken = occurrences?.at(-1)?.date;
  const from = taken !== undefined && taken >= today ? daysLater(taken, 1) : today;
  return { nextExecutionDates: nextExecutionDates(instruction, from, datesMax) };
}
