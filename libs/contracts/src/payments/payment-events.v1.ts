import { unreachable } from '@nordgate/decider';
import type { MessageCode } from '../base/codes/message-codes.js';
import type { PaymentStatus } from '../base/codes/statuses.js';
import type { Debtor } from '../base/values/debtor.v1.js';
import type { Initiator, LinkedAuthorisation } from '../base/values/initiation.v1.js';
import type {
  PaymentInstruction,
  PaymentService,
  Amount,
} from '../base/values/payment-instruction.v2.js';
import type {
  ClaimedOrder,
  ExecutionStatus,
  OccurrenceOutcome,
  OrderToExecute,
  PartOutcome,
  RejectionReason,
  ScaExemption,
} from './payment-facts.v1.js';

/** Events of `payment-<id>`. They are the storage format: never edit one, add a version. */
export type PaymentEvent =
  | PaymentInitiated
  | PaymentChanged
  | PaymentSigned
  | PaymentAuthorised
  | PaymentClaimed
  | OccurrenceProgressed
  | PaymentProgressed
  | PaymentRejected
  | PaymentCancelled;

/** The status that each event leaves, or how to find it in the event. */
const statusAfter: {
  readonly [Type in PaymentEvent['type']]:
    | PaymentStatus
    | ((data: Extract<PaymentEvent, { readonly type: Type }>['data']) => PaymentStatus);
} = {
  PaymentInitiated: ({ exemption }) => (exemption === undefined ? 'RCVD' : 'ACTC'),
  PaymentChanged: 'RCVD',
  PaymentSigned: 'PDNG',
  PaymentAuthorised: 'ACTC',
  PaymentClaimed: ({ status }) => status,
  OccurrenceProgressed: ({ status }) => status,
  PaymentProgressed: ({ status }) => status,
  PaymentRejected: 'RJCT',
  PaymentCancelled: 'CANC',
};

/** The events of payments, for those who follow the status of every payment. */
export const paymentEventTypes = Object.keys(statusAfter) as readonly PaymentEvent['type'][];

/**
 * The transactionStatus of a payment after an event (specification section 3). Throws for an event of a newer release:
 * it must stop a fold.
 */
export function paymentStatusAfter(event: PaymentEvent): PaymentStatus {
  const { type, data } = event;
  if (!Object.hasOwn(statusAfter, type)) return unreachable(event as never);
  const status = statusAfter[type];
  return typeof status === 'string' ? status : (status as (of: typeof data) => PaymentStatus)(data);
}

/** Version 2. The bank accepted the TPP's instruction: RCVD, or ACTC with an exemption from SCA. */
export interface PaymentInitiated {
  readonly type: 'PaymentInitiated';
  readonly data: {
    readonly service: PaymentService;
    readonly product: string;
    readonly initiator: Initiator;
    /** SHA-256 over what makes a repeat the same request (design: idempotency), base64url. */
    readonly fingerprint: string;
    readonly instruction: PaymentInstruction;
    /** The authorisation that the PSU will be sent to. */
    readonly authorisation: LinkedAuthorisation;
    /** ISO 8601, gateway time: decides the dates of the payment. */
    readonly acceptedAt: string;
    /** With it nobody has to approve the payment: it is ACTC at once, and its link is never opened. */
    readonly exemption?: ScaExemption;
    /** It was accepted when structured addresses were enforced (specification §9). */
    readonly structuredAddresses?: true;
    /** What one payment costs by the price list of that moment; absent for nothing. */
    readonly price?: Amount;
    /** Places of references that were sent as an object, as JSON pointers; they stand in a list here. */
    readonly soleReferences?: readonly string[];
  };
}

/**
 * Version 2. Another channel of the bank changed the payment before its approval. It stays RCVD; a PSU can
 * no longer approve the earlier content.
 */
export interface PaymentChanged {
  readonly type: 'PaymentChanged';
  readonly data: {
    readonly by: string;
    readonly instruction: PaymentInstruction;
    readonly at: string;
  };
}

/** The first of two signers approved exactly this instruction: PDNG. */
export interface PaymentSigned {
  readonly type: 'PaymentSigned';
  readonly data: {
    /** The stream that carried the approval: `authorisation-<id>` or `basket-<id>`. */
    readonly by: string;
    readonly customerId: string;
    /** The agreement that wants two; the second signature is one under the same. */
    readonly corporateId?: string;
    readonly at: string;
    /** The hash of the sealed approval (ApprovalProof). Older events lack it. */
    readonly approval?: string;
  };
}

/**
 * The PSU approved exactly this instruction, alone, in a basket, or as the second of two
 * signers: ACTC.
 */
export interface PaymentAuthorised {
  readonly type: 'PaymentAuthorised';
  readonly data: {
    /** The stream that carried the approval: `authorisation-<id>` or `basket-<id>`. */
    readonly by: string;
    readonly customerId: string;
    /** Who pays, where the payment has to say so in parts; the bank has inferred it. */
    readonly debtor?: Debtor;
    readonly at: string;
    /** The hash of the sealed approval (ApprovalProof). Older events lack it. */
    readonly approval?: string;
    /** What runs pick it by. Older events lack it: the order book has it from PaymentInitiated. */
    readonly order?: OrderToExecute;
  };
}

/**
 * A run took the payment for execution: ACCP, or ACWC when it is executed on another day than asked for.
 * It cannot be cancelled any more. With `occurrence` one occurrence of a periodic payment was taken, and
 * the payment stays ACTC.
 */
export interface PaymentClaimed {
  readonly type: 'PaymentClaimed';
  readonly data: {
    /** The stream of the run. */
    readonly by: string;
    readonly status: Extract<PaymentStatus, 'ACTC' | 'ACCP' | 'ACWC'>;
    readonly order: ClaimedOrder;
    /** The day of its execution, YYYY-MM-DD in Oslo. */
    readonly day: string;
    /** YYYY-MM-DD */
    readonly occurrence?: string;
    readonly at: string;
    /** What approvals bind: SHA-256 of the instruction, base64url. Older events lack it. */
    readonly instructionHash?: string;
    /** The hashes of the sealed approvals, the last one last. Absent: they were given in an older release. */
    readonly approvals?: readonly string[];
    /** Why nobody had to approve it. */
    readonly exemption?: ScaExemption;
  };
}

/**
 * An occurrence of a periodic payment made progress. The payment is ACTC, or ACSC after the last one. A
 * payment that was cancelled or rejected keeps that status while its occurrence in flight is completed.
 */
export interface OccurrenceProgressed {
  readonly type: 'OccurrenceProgressed';
  readonly data: {
    /** What reported it: the stream of the transfer. */
    readonly by: string;
    /** The status of the whole order. */
    readonly status: Extract<PaymentStatus, 'ACTC' | 'ACSC' | 'CANC' | 'RJCT'>;
    /** YYYY-MM-DD */
    readonly occurrence: string;
    readonly outcome: OccurrenceOutcome;
    readonly at: string;
  };
}

/**
 * The execution of a payment or of sub-payments made progress: ACCP, ACWC, ACSP, ACWP, ACSC or PART,
 * with the known facts about the funds.
 */
export interface PaymentProgressed {
  readonly type: 'PaymentProgressed';
  readonly data: {
    /** What reported it, such as a batch run. */
    readonly by: string;
    /** The status of the whole payment; ACTC only with `parts`, while others have not begun. */
    readonly status: ExecutionStatus;
    /** Known once the account was asked; false with ACCP is an end (specification section 3). */
    readonly fundsAvailable?: boolean;
    /** The sub-payments that made the progress. Absent: all of them have the status above. */
    readonly parts?: readonly PartOutcome[];
    readonly at: string;
  };
}

/**
 * The PSU refused the payment, may not debit the account, or did not approve in time, or the
 * bank cannot execute the payment: RJCT.
 */
export interface PaymentRejected {
  readonly type: 'PaymentRejected';
  readonly data: {
    readonly by: string;
    readonly code: MessageCode;
    readonly reason: RejectionReason;
    /** What the last sub-payments of a bulk ended as. Absent: each that had not ended is RJCT, too. */
    readonly parts?: readonly PartOutcome[];
    readonly at: string;
  };
}

/**
 * The TPP, a PSU who approved the cancellation, or another channel of the bank cancelled the
 * payment: CANC.
 */
export interface PaymentCancelled {
  readonly type: 'PaymentCancelled';
  readonly data: {
    readonly by: string;
    /** The TPP's request that asked for it: its repeat is answered alike. */
    readonly request?: string;
    readonly at: string;
  };
}

/** Events of `exemptions-<customer>-<day>`. They are the storage format: never edit one, add a version. */
export type ExemptionEvent = PaymentExempted;

/** One more payment of the customer needed no SCA on this day; it counts towards the bounds of the profile. */
export interface PaymentExempted {
  readonly type: 'PaymentExempted';
  readonly data: {
    readonly paymentId: string;
    readonly amount: { readonly amount: string; readonly currency: string };
    readonly at: string;
  };
}
