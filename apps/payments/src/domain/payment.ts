import type {
  Debtor,
  ExecutionStatus,
  Initiator,
  LinkedAuthorisation,
  OccurrenceProgressed,
  PaymentClaimed,
  PaymentEvent,
  PaymentInitiated,
  PaymentInstruction,
  PaymentProgressed,
  PaymentService,
  RejectionReason,
  ScaExemption,
} from '@nordgate/contracts/events';
import type { MessageCode, PaymentStatus } from '@nordgate/contracts/codes';
import { isEndedPayment, paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';
import { withInstruction2 } from './instruction-upcast.js';
import { occurrencesAfter, occurrencesWith } from './occurrences.js';
import type { Occurrence } from './occurrences.js';
import { partsAfter, partsAtEnd } from './parts.js';
import type { PartStanding } from './parts.js';

/** A payment as the fold of its events; also the inline view that status queries read. */
export type Payment = { readonly is: 'none' } | KnownPayment;

export interface KnownPayment {
  readonly is: 'known';
  readonly status: PaymentStatus;
  readonly service: PaymentService;
  readonly product: string;
  readonly initiator: Initiator;
  readonly fingerprint: string;
  readonly instruction: PaymentInstruction;
  readonly authorisation: LinkedAuthorisation;
  readonly acceptedAt: string;
  /** Why nobody had to approve it. */
  readonly exemption?: ScaExemption;
  /** Structured addresses were enforced when it was accepted. */
  readonly structuredAddresses?: true;
  /** What one payment costs, by the price list when it was accepted. */
  readonly price?: NonNullable<PaymentInitiated['data']['price']>;
  /** Places of references that the TPP sent as an object. */
  readonly soleReferences?: readonly string[];
  /** Asked of the account on execution; false with ACCP is an end. */
  readonly fundsAvailable?: boolean;
  /** The stream of the first of two approvals, and who gave it. */
  readonly signedBy?: {
    readonly by: string;
    readonly customerId: string;
    readonly corporateId?: string;
    readonly approval?: string;
  };
  /** The stream that approved it. */
  readonly authorisedBy?: string;
  /** The hash of the last sealed approval; absent for an approval of an older release. */
  readonly approval?: string;
  /** Who pays, where the payment has to say so. */
  readonly debtor?: Debtor;
  /** Who changed it before its approval, in order. */
  readonly changedBy?: readonly string[];
  /** Statuses that its execution has reported, in order. */
  readonly progress?: readonly ExecutionStatus[];
  /** The stream of the run that took it for execution: it cannot be cancelled any more. */
  readonly claimedBy?: string;
  /** The last occurrences of a periodic payment that runs have taken, in order. */
  readonly occurrences?: readonly Occurrence[];
  /** The TPP's request that called it off. */
  readonly cancelledBy?: string;
  readonly rejection?: { readonly code: MessageCode; readonly reason: RejectionReason };
  /** How far each sub-payment of a bulk is; absent while all are as far as the bulk. */
  readonly parts?: readonly PartStanding[];
}

function evolve(payment: Payment, event: PaymentEvent): Payment {
  const status = paymentStatusAfter(event);
  if (event.type === 'PaymentInitiated') return { is: 'known', status, ...event.data };
  if (payment.is === 'none') throw new Error(`${event.type} before PaymentInitiated`);
  return { ...payment, status, ...changesBy(payment, event) };
}

/** What an event changes besides the status. */
function changesBy(
  payment: KnownPayment,
  event: Exclude<PaymentEvent, { readonly type: 'PaymentInitiated' }>,
): Partial<KnownPayment> {
  switch (event.type) {
    case 'PaymentChanged': {
      const { by, instruction } = event.data;
      return { instruction, changedBy: [...(payment.changedBy ?? []), by] };
    }
    case 'PaymentSigned': {
      const { by, customerId, corporateId, approval } = event.data;
      return { signedBy: defined({ by, customerId, corporateId, approval }) };
    }
    case 'PaymentAuthorised': {
      const { by: authorisedBy, debtor, approval } = event.data;
      return defined({ authorisedBy, debtor, approval });
    }
    case 'PaymentClaimed':
    case 'OccurrenceProgressed':
    case 'PaymentProgressed':
      return changesByExecution(payment, event);
    case 'PaymentRejected': {
      const { code, reason, parts } = event.data;
      const rejection = { code, reason };
      const end = { status: 'RJCT', rejection } as const;
      return defined({ rejection, parts: partsAtEnd(payment, end, parts) });
    }
    case 'PaymentCancelled': {
      const parts = partsAtEnd(payment, { status: 'CANC' });
      return defined({ cancelledBy: event.data.request, parts });
    }
    default:
      return unreachable(event);
  }
}

/** What its execution changes besides the status. */
function changesByExecution(
  payment: KnownPayment,
  event: PaymentClaimed | OccurrenceProgressed | PaymentProgressed,
): Partial<KnownPayment> {
  const { occurrences = [], progress = [] } = payment;
  switch (event.type) {
    case 'PaymentClaimed': {
      const { by, occurrence, status } = event.data;
      if (occurrence === undefined) return { claimedBy: by, progress: [...progress, status] };
      return { occurrences: occurrencesWith(occurrences, occurrence, event.data) };
    }
    case 'OccurrenceProgressed': {
      const { occurrence, outcome } = event.data;
      return { occurrences: occurrencesAfter(occurrences, occurrence, outcome) };
    }
    case 'PaymentProgressed': {
      const { status, fundsAvailable, parts } = event.data;
      if (parts !== undefined) return { parts: partsAfter(payment, parts) };
      return defined({ fundsAvailable, progress: [...progress, status] });
    }
  }
}

/** Whether nothing more can happen to it, with its occurrences that runs have taken. */
function hasEnded(payment: Payment): boolean {
  if (payment.is === 'none') return false;
  return isEndedPayment(payment) && (payment.occurrences ?? []).every(isEndedPayment);
}

/**
 * The view of a single payment has what SQL looks for: the sweep those that nobody has approved, the sandbox all of a TPP. It has few events, unless
 * the bank has changed it. One that waits for a second signature is listed with all it has.
 */
function kept(payment: Payment): object | undefined {
  if (payment.is === 'none' || payment.service !== 'payments') return undefined;
  const { is, status, service, initiator, acceptedAt } = payment;
  if (status === 'PDNG' || payment.changedBy !== undefined) return undefined;
  const waiting = status === 'RCVD' ? { acceptedAt } : {};
  return { is, status, service, initiator: { tpp: initiator.tpp }, ...waiting };
}

/** Streams `payment-<id>`: single and periodic payments, and bulks with their sub-payments. */
export const paymentStream = streamType<Payment, PaymentEvent, 'payment'>({
  name: streams.payment.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: {
    PaymentInitiated: { version: 2, upcasts: [withInstruction2] },
    PaymentChanged: { version: 2, upcasts: [withInstruction2] },
    PaymentSigned: { version: 1 },
    PaymentProgressed: { version: 1 },
    PaymentAuthorised: { version: 1 },
    PaymentClaimed: { version: 1 },
    OccurrenceProgressed: { version: 1 },
    PaymentRejected: { version: 1 },
    PaymentCancelled: { version: 1 },
  },
  hasEnded,
  kept,
});
