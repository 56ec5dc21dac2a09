import type { MessageCode } from '../base/codes/message-codes.js';
import type { PaymentStatus } from '../base/codes/statuses.js';
import type { Debtor } from '../base/values/debtor.v1.js';
import type { Initiator } from '../base/values/initiation.v1.js';
import type { ApprovedOrder, RejectionReason } from './payment-facts.v1.js';
import type {
  PaymentInstruction,
  PaymentService,
  Amount,
} from '../base/values/payment-instruction.v2.js';
import { ServiceQuery } from '../base/message/query.js';

/** Who gave the first of two signatures. */
export interface FirstSigner {
  /** The stream that carried it, as `authorisedBy`; a view of an older release does not say. */
  readonly by?: string;
  readonly customerId: string;
  /** The agreement that needs two. */
  readonly corporateId?: string;
}

/** How far a payment or a sub-payment is. */
export interface PaymentProgress {
  readonly transactionStatus: PaymentStatus;
  readonly fundsAvailable?: boolean;
  /** Why it is RJCT. */
  readonly rejection?: { readonly code: MessageCode; readonly reason: RejectionReason };
}

/** A payment as its view has it. */
export interface PaymentView extends PaymentProgress {
  readonly paymentId: string;
  readonly version: number;
  readonly service: PaymentService;
  readonly product: string;
  readonly initiator: Initiator;
  readonly fingerprint: string;
  readonly instruction: PaymentInstruction;
  /** When the bank received it, ISO 8601; a view of an older release does not say. */
  readonly acceptedAt?: string;
  /** The sub-payments of a bulk in order; absent while they have the status of the bulk. */
  readonly parts?: readonly PaymentProgress[];
  readonly authorisationId?: string;
  /** A run has taken it for execution: it cannot be cancelled any more. */
  readonly isClaimed?: true;
  /** The occurrences of a periodic payment that runs have taken, the oldest first. */
  readonly occurrences?: readonly (PaymentProgress & { readonly date: string })[];
  /** The payment is exempt from SCA: no authorisation is opened for it. */
  readonly isExempt?: true;
  /** What one payment costs, by the price list when the bank accepted it; absent for nothing. */
  readonly price?: Amount;
  /** Places of references that the TPP sent as an object, as JSON pointers. */
  readonly soleReferences?: readonly string[];
  /** The TPP's request that cancelled the payment. */
  readonly cancelledBy?: string;
  /** The debtor, if the payment needs it; known from the approval on and never shown to a TPP. */
  readonly debtor?: Debtor;
  /** Who gave the first of two signatures, and under which agreement. */
  readonly signedBy?: FirstSigner;
  /** The stream that approved it: `authorisation-<id>` or `basket-<id>`. */
  readonly authorisedBy?: string;
}

/** A payment that a PSU may be shown. */
export interface ApprovablePayment extends PaymentView {
  /** Binds amount and payee: what the PSU has to be shown (RTS on SCA, Article 5). */
  readonly hash: string;
}

/** One payment of a TPP, or null when that TPP has none with this id. */
export class GetPayment extends ServiceQuery<PaymentView | null> {
  static readonly service = 'payments';
  constructor(
    readonly tpp: string,
    readonly paymentId: string,
  ) {
    super();
  }
}

/** Which of these payments were deleted, as their retention is over. Their ids answer as unknown ones. */
export class GetDeletedPayments extends ServiceQuery<readonly string[]> {
  static readonly service = 'payments';
  constructor(readonly paymentIds: readonly string[]) {
    super();
  }
}

/** The payments with these ids that belong to the TPP, in no particular order. */
export class GetPayments extends ServiceQuery<readonly ApprovablePayment[]> {
  static readonly service = 'payments';
  constructor(
    readonly tpp: string,
    readonly paymentIds: readonly string[],
  ) {
    super();
  }
}

/**
 * Payments of all TPPs in one generation that wait for a second signature under one of these agreements, the oldest
 * first. The bank's own site shows them to the people who may sign.
 */
export class GetPaymentsToSign extends ServiceQuery<readonly ApprovablePayment[]> {
  static readonly service = 'payments';
  constructor(
    readonly corporateIds: readonly string[],
    readonly generation: number,
    /** `acceptedAt` and id of the last payment of the page before; empty for the first page. */
    readonly afterTime = '',
    readonly afterId = '',
  ) {
    super();
  }
}

/**
 * The payments of a TPP in one generation of the sandbox that are approved and wait for their execution, at their
 * versions: the 1000 that changed last. Only a sandbox answers.
 */
export class GetApprovedPayments extends ServiceQuery<readonly ApprovedOrder[]> {
  static readonly service = 'payments';
  constructor(
    readonly tpp: string,
    readonly generation: number,
  ) {
    super();
  }
}
