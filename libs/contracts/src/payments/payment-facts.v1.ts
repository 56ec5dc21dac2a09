import type { MessageCode } from '../base/codes/message-codes.js';
import type { PaymentStatus } from '../base/codes/statuses.js';
import type { Debtor } from '../base/values/debtor.v1.js';
import type {
  PaymentInstruction,
  PaymentService,
  PeriodicInstruction,
  Amount,
} from '../base/values/payment-instruction.v2.js';

/*
 * Parts of the events of payments. They are the storage format: never edit one, add a version.
 */

/** Why a payment needs no SCA, and whose it is (specification 5.10). */
export interface ScaExemption {
  readonly reason: 'own-accounts';
  readonly customerId: string;
}

/** On which days an instruction is executed, and how many payments it has. */
export interface WantedExecution {
  /** The day that the TPP asked for, YYYY-MM-DD. Absent: as soon as possible. */
  readonly requestedDay?: string;
  /** It goes before others of its run. */
  readonly isUrgent?: true;
  /** The number of sub-payments of a bulk; absent for another payment. */
  readonly parts?: number;
  /** On which days a periodic payment is due; absent for another payment. */
  readonly periodic?: PeriodicWish;
}

/** The members of a periodic payment that decide its days. */
export type PeriodicWish = Pick<
  PeriodicInstruction,
  'startDate' | 'endDate' | 'frequency' | 'dayOfExecution' | 'monthsOfExecution' | 'executionRule'
>;

/** What a run has to know of an approved payment to pick it on its day. */
export interface OrderToExecute extends WantedExecution {
  readonly product: string;
  readonly tpp: string;
  /** When the bank accepted the payment, ISO 8601: the cut-off of its product decides the day of receipt. */
  readonly acceptedAt: string;
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

/** What became of one occurrence of a periodic payment. */
export type OccurrenceOutcome =
  | { readonly status: WholeStatus; readonly fundsAvailable?: boolean }
  | {
      readonly status: Extract<PaymentStatus, 'RJCT'>;
      readonly code: MessageCode;
      readonly reason: RejectionReason;
    };

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

/** A payment that payments has approved, at the version of its stream that said so or at a later one. */
export interface ApprovedOrder {
  readonly paymentId: string;
  readonly version: number;
}
