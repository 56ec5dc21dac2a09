import type { MessageCode } from '../base/codes/message-codes.js';
import type { PaymentStatus } from '../base/codes/statuses.js';
import type { Amount } from '../base/values/amount.js';
import type { Debtor } from '../base/values/debtor.v1.js';
import type { Initiator, LinkedAuthorisation } from '../base/values/initiation.v1.js';
import type { PaymentInstruction, PaymentService } from '../base/values/payment-instruction.v2.js';

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

/** Why a payment needs no SCA, and whose it is (specification 5.10). */
export interface ScaExemption {
  readonly reason: 'own-accounts';
  readonly customerId: string;
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
  };
}

/** What the bank executes, as it was approved. */
export interface ClaimedOrder {
  readonly service: PaymentService;
  readonly product: string;
  readonly tpp: string;
  readonly instruction: PaymentInstruction;
  readonly debtor?: Debtor;
  /** What one payment costs, as it was approved; absent for nothing. */
  readonly price?: Amount;
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

/** What became of one occurrence of a periodic payment. */
export type OccurrenceOutcome =
  | { readonly status: WholeStatus; readonly fundsAvailable?: boolean }
  | {
      readonly status: Extract<PaymentStatus, 'RJCT'>;
      readonly code: MessageCode;
      readonly reason: RejectionReason;
    };

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

/** What the execution reports of one sub-payment of a bulk. */
export type PartOutcome = PartProgressed | PartRejected;

/** A sub-payment is in execution, or has ended as ACSC, or as ACCP without funds. */
export interface PartProgressed {
  /** The position of the sub-payment in its bulk, from 0. */
  readonly part: number;
  readonly status: WholeStatus;
  /** False with ACCP is an end (specification section 3). */
  readonly fundsAvailable?: boolean;
}

/** A sub-payment could not be executed. */
export interface PartRejected {
  /** The position of the sub-payment in its bulk, from 0. */
  readonly part: number;
  readonly status: Extract<PaymentStatus, 'RJCT'>;
  readonly code: MessageCode;
  readonly reason: RejectionReason;
}

/** Statuses from the approval to the end (ISO 20022 transaction status codes). */
export type ExecutionStatus = Extract<
  PaymentStatus,
  'ACTC' | 'ACCP' | 'ACWC' | 'ACSP' | 'ACWP' | 'ACSC' | 'PART'
>;

/** What the execution reports of one payment or of a whole bulk; PART follows from sub-payments. */
export type WholeStatus = Exclude<ExecutionStatus, 'ACTC' | 'PART'>;

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

/** Why a payment is RJCT; the edge words it in the reader's language. */
export type RejectionReason =
  | 'refused-by-psu'
  | 'account-not-debitable'
  /** Nobody approved it within the hours of the bank's profile. */
  | 'not-approved-in-time'
  /** It has to say who pays, and the bank does not know the debtor's address in parts. */
  | 'debtor-unknown'
  /** Approved, but it could not be executed. */
  | 'not-executable'
  /** The bank does not offer the product any more. */
  | 'product-not-offered'
  /** The bank lowered the limit of the product. */
  | 'amount-above-limit'
  /** Structured addresses are enforced since its approval (specification §9). */
  | 'creditor-address-incomplete'
  | 'debtor-account-closed'
  | 'creditor-account-unknown'
  | 'not-convertible'
  /** The core system or the creditor's bank refused it. */
  | 'refused-by-bank';

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

/** A payment that payments has approved, at the version of its stream that said so or at a later one. */
export interface ApprovedOrder {
  readonly paymentId: string;
  readonly version: number;
}
