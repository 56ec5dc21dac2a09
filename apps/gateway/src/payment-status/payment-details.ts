import { isBulk } from '@nordgate/contracts/events';
import type {
  BulkPaymentInitiation,
  CreditorInstruction,
  PaymentStatusReply,
} from '@nordgate/contracts/http';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Caller } from '../access/caller.js';
import { dayInOslo } from '../access/day-in-oslo.js';
import type { Edge } from '../access/edge.js';
import { fault, Refused, unavailable } from '../reply/refused.js';
import type { FoundPayment } from './find-payment.js';
import { nextExecutionsOf } from './next-executions.js';
import type { NextExecutions } from './next-executions.js';
import { paymentStatusOf } from './payment-status.js';

/**
 * A payment as it was asked for, with its status; sub-payments of a bulk with their ids, and periodic
 * payments with their next dates.
 */
export type PaymentDetails = PaymentStatusReply &
  ((PaymentInstruction & NextExecutions) | BulkDetails | PartDetails);

type BulkDetails = Omit<BulkPaymentInitiation, 'payments'> & {
  readonly payments: readonly (CreditorInstruction & { readonly paymentId: string })[];
};

type PartDetails = CreditorInstruction &
  Pick<BulkPaymentInitiation, 'debtorAccount' | 'requestedExecutionDate'>;

/** What GET of a payment answers. Throws Refused, 503, while the payment is not decided yet. */
export function paymentDetailsOf(
  { named, view }: FoundPayment,
  caller: Caller,
  edge: Pick<Edge, 'partId'>,
): PaymentDetails {
  if (view === undefined) throw unavailable();
  const status = paymentStatusOf(view, caller);
  const { instruction } = view;
  if (named.part !== undefined) return { ...partOf(view, named.part), ...status };
  if (!isBulk(instruction)) {
    return { ...instruction, ...status, ...nextExecutionsOf(view, dayInOslo(new Date())) };
  }
  const payments = instruction.payments.map((one, part) => ({
    paymentId: edge.partId(named.streamId, part, caller),
    ...one,
  }));
  return { ...instruction, payments, ...status };
}

/** A sub-payment reads like a single payment: what its bulk says for all is said here. */
function partOf({ instruction }: PaymentView, part: number): PartDetails {
  const one = isBulk(instruction) ? instruction.payments[part] : undefined;
  if (one === undefined || !isBulk(instruction)) {
    throw new Refused([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  }
  const { debtorAccount, requestedExecutionDate: date } = instruction;
  return { ...one, debtorAccount, ...(date === undefined ? {} : { requestedExecutionDate: date }) };
}
