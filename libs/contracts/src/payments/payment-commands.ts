import type { MessageCode } from '../base/codes/message-codes.js';
import type { PaymentStatus } from '../base/codes/statuses.js';
import type { Debtor } from '../base/values/debtor.v1.js';
import type { PaymentInitiated } from './payment-events.v1.js';
import type {
  OccurrenceOutcome,
  PartOutcome,
  RejectionReason,
  ScaExemption,
  WholeStatus,
} from './payment-facts.v1.js';
import type {
  PaymentInstruction,
  TransferInstruction,
  Amount,
} from '../base/values/payment-instruction.v2.js';
import type { CommandContract } from '../base/message/command-contract.js';

/** The commands on `payments.commands.v1`, by type. */
export interface PaymentCommands {
  readonly InitiatePayment: OnPayment<Initiation, PaymentReceipt>;
  /**
   * The initiation of a transfer that may be exempt from SCA. It is exempt while the customer's payments
   * of the day stay within the bounds of the profile; else it needs SCA like any other payment.
   */
  readonly InitiateOwnTransfer: OnPayment<OwnTransfer, PaymentReceipt>;
  /** Internal: only payments itself sends it, because of a sealed approval. */
  readonly AuthorisePayment: OnPayment<PaymentApproval>;
  /** Internal. One of two signatures; the payment knows whether it is the first or the second. */
  readonly SignPayment: OnPayment<PaymentApproval>;
  readonly CancelPayment: OnPayment<{
    /** A TPP, `authorisation-<id>` of a cancellation, or another channel of the bank. */
    readonly by: string;
    /** With false, which is internal, an approved payment is cancelled too, as long as it is not executing. */
    readonly onlyUnapproved: boolean;
    readonly request?: string;
  }>;
  /** From another channel of the bank, before the approval. */
  readonly ChangePayment: OnPayment<{
    readonly by: string;
    readonly instruction: PaymentInstruction;
  }>;
  /** Internal: a run asks for the payment, or for one occurrence of a periodic one. */
  readonly ClaimPayment: OnPayment<{
    /** The stream of the run. */
    readonly by: string;
    /** The day of the execution, YYYY-MM-DD in Oslo. */
    readonly day: string;
    readonly occurrence?: string;
    readonly isMoved?: true;
  }>;
  /** Internal: how far the execution of one occurrence is. */
  readonly ProgressOccurrence: OnPayment<{
    readonly by: string;
    readonly occurrence: string;
    readonly outcome: OccurrenceOutcome;
  }>;
  /** Internal: how far the execution is, of the whole payment, or of sub-payments of a bulk. */
  readonly ProgressPayment: OnPayment<WholeProgress | PartsProgress>;
  /** Internal: a refusal, a failed execution, or the sweep of unapproved payments. */
  readonly RejectPayment: OnPayment<{
    readonly by: string;
    readonly code: MessageCode;
    readonly reason: RejectionReason;
  }>;
  /** Decides nothing: its outcome says that every command to the payment before it is decided (ADR 89). */
  readonly EnsureDecided: OnPayment<Record<string, never>>;
}

type OnPayment<Data, Receipt = null> = CommandContract<'payment', Data, Receipt>;

/** What a TPP asks for, and the link that the PSU will be sent to. */
type Initiation = Omit<PaymentInitiated['data'], 'acceptedAt' | 'exemption'>;

/** A transfer to one creditor, and why it may be exempt. */
interface OwnTransfer extends Omit<Initiation, 'instruction'> {
  readonly instruction: TransferInstruction;
  readonly exemption: ScaExemption;
}

/** The progress of a payment; of a bulk, that of all its sub-payments. */
export interface WholeProgress {
  /** What reports it, such as a batch run. */
  readonly by: string;
  readonly status: WholeStatus;
  /** Known once the account was asked. */
  readonly fundsAvailable?: boolean;
}

/** The progress of sub-payments of a bulk, each named at most once. */
export interface PartsProgress {
  /** What reports it, such as a batch run. */
  readonly by: string;
  /** @minItems 1 */
  readonly parts: readonly PartOutcome[];
}

/** A PSU's approval of one payment. */
export interface PaymentApproval {
  /** `authorisation-<id>` or `basket-<id>`. */
  readonly by: string;
  readonly customerId: string;
  /** Who owns the account that is debited, as far as the bank knows. */
  readonly debtor?: Debtor;
  /** The agreement under which the PSU acts. */
  readonly corporateId?: string;
  /** What the PSU was shown; another hash than the payment's own is refused. */
  readonly hash: string;
  /** The hash of the sealed approval; absent for one without a seal. */
  readonly approval?: string;
}

/** The receipt of an initiation. */
export interface PaymentReceipt {
  readonly transactionStatus: PaymentStatus;
  readonly fingerprint: string;
  /** Nobody has to approve it. */
  readonly isExempt?: true;
  /** When the bank received it, ISO 8601; a receipt of an older release does not say. */
  readonly acceptedAt?: string;
  /** What one payment costs; absent for nothing, and in a receipt of an older release. */
  readonly price?: Amount;
}
