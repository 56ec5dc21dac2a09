import type { Debtor } from '../base/values/debtor.v1.js';
import type { ScaExemption } from '../payments/payment-facts.v1.js';
import type {
  BulkInstruction,
  CreditInstruction,
  PaymentService,
  TransferInstruction,
  AccountReference,
  Amount,
} from '../base/values/payment-instruction.v2.js';

/** Events of `execution-<id>`: one movement of money. Never edit one, add a version. */
export type ExecutionEvent =
  | TransferInstructed
  | TransferStarted
  | TransferDebited
  | TransferSettled
  | TransferDeclined
  | OutcomeContradicted
  | OutcomeMissed;

/** Who moves the money: the ledger of the sandbox, or the bank's core system. */
export type Executor = 'ledger' | 'core';

/** One creditor of a transfer. */
export interface TransferCredit {
  /** The position of the sub-payment in its bulk, from 0; absent for a single payment. */
  readonly part?: number;
  readonly instruction: TransferInstruction | CreditInstruction;
}

/** What is to be moved, and for which payment. */
export interface Transfer {
  readonly executionId: string;
  readonly paymentId: string;
  /** The occurrence of a periodic payment, YYYY-MM-DD. */
  readonly occurrence?: string;
  readonly service: PaymentService;
  readonly product: string;
  /** organizationIdentifier of the TPP. */
  readonly tpp: string;
  readonly debtorAccount: AccountReference;
  readonly debtor?: Debtor;
  /** 1 to 500; several only for a bulk that is booked as one debit. */
  readonly credits: readonly TransferCredit[];
  /** What each credit costs the debtor, as it was approved; absent for nothing. */
  readonly price?: Amount;
  /** The booking and value day, YYYY-MM-DD in Oslo. */
  readonly day: string;
}

/** A transfer as the ledger is asked for it. */
export interface LedgerTransfer extends Transfer {
  /**
   * The ledger may book the transfer without a reservation before: batch records the start with the end.
   * Absent from the releases that need both, and for a core system.
   */
  readonly mayBookAtOnce?: true;
}

/** The hash beside the own one on the way to the root of a hash tree, base64url, and on which side of it. */
export type PathStep = { readonly left: string } | { readonly right: string };

/** What the hash of a bulk needs besides the credits of one transfer. */
export interface BulkPlace {
  /** The bulk without its sub-payments. */
  readonly head: Omit<BulkInstruction, 'payments'>;
  /** How many sub-payments the bulk has. */
  readonly count: number;
  /** From the only credit of the transfer to the root; absent where the transfer has all of them. */
  readonly path?: readonly PathStep[];
}

/** What approves a transfer. The sealed approvals are kept once; the order for the core carries them whole. */
export interface TransferApproval {
  /** The hash of the whole instruction, as the approvals name it. */
  readonly instructionHash: string;
  /** The hashes of the sealed approvals: one, or two where two must sign. */
  readonly approvals: readonly string[];
  /** Of a bulk: what the instruction's hash needs besides the credits. Absent for a bulk of an older approval. */
  readonly bulk?: BulkPlace;
}

/** The executor is asked for the transfer. */
export interface TransferInstructed {
  readonly type: 'TransferInstructed';
  readonly data: LedgerTransfer & {
    readonly executor: Executor;
    /** The stream of the run. */
    readonly run: string;
    readonly at: string;
    /** Absent for an exemption, an approval without a seal, and in older events. */
    readonly approval?: TransferApproval;
    /** Why nobody had to approve the payment. */
    readonly exemption?: ScaExemption;
  };
}

/** Why no money is moved. */
export type DeclineReason =
  | 'no-funds'
  | 'debtor-account-closed'
  | 'creditor-account-unknown'
  | 'not-convertible'
  /** The payment is not executable any more by a rule with a date. */
  | 'not-executable'
  /** The core system or the creditor's bank refused it. */
  | 'refused-by-bank';

/** A credit of a bulk that is left out of the one debit. */
export interface DeclinedCredit {
  readonly part: number;
  readonly reason: DeclineReason;
}

/** What an outcome says besides what happened. */
interface OutcomeFacts {
  readonly executionId: string;
  readonly paymentId: string;
  readonly occurrence?: string;
  /** The positions of the sub-payments that it is about; absent for the whole payment. */
  readonly parts?: readonly number[];
  /** The stream of the run. */
  readonly run: string;
  readonly at: string;
}

/** The money is reserved, or the core has taken the instruction: ACSP. */
export interface TransferStarted {
  readonly type: 'TransferStarted';
  readonly data: OutcomeFacts & {
    readonly executor: Executor;
    /** The day of the booking, YYYY-MM-DD in Oslo. */
    readonly day: string;
    /** Credits that are left out. `parts` has the others. */
    readonly declined?: readonly DeclinedCredit[];
    /** Of an older release: the ledger has booked already, and TransferSettled is in the same decision. */
    readonly isBooked?: true;
  };
}

/** The debtor is debited, and the creditor's bank has not confirmed: ACWP. */
export interface TransferDebited {
  readonly type: 'TransferDebited';
  readonly data: OutcomeFacts;
}

/** The money is on the creditor's account: ACSC. */
export interface TransferSettled {
  readonly type: 'TransferSettled';
  readonly data: OutcomeFacts & {
    /** The ledger has checked the funds and booked in one decision: no TransferStarted comes before. */
    readonly isBookedAtOnce?: true;
  };
}

/** No money is moved: ACCP without funds, or RJCT. */
export interface TransferDeclined {
  readonly type: 'TransferDeclined';
  readonly data: OutcomeFacts & { readonly reason: DeclineReason };
}

/** What an executor reports of a transfer. */
export type Outcome =
  | { readonly is: 'started'; readonly declined?: readonly DeclinedCredit[] }
  | { readonly is: 'debited' }
  | { readonly is: 'settled' }
  | { readonly is: 'declined'; readonly reason: DeclineReason };

/** An outcome that cannot follow: the operator has to look at it, and nothing else changes. */
export interface OutcomeContradicted {
  readonly type: 'OutcomeContradicted';
  readonly data: {
    readonly executionId: string;
    readonly outcome: Outcome;
    /** What was known before; `instructed` where another executor than the instructed one has reported. */
    readonly known: 'instructed' | 'started' | 'debited' | 'settled' | 'declined';
    readonly at: string;
  };
}

/** No outcome has come in time: the executor is asked again, and the operator is told. */
export interface OutcomeMissed {
  readonly type: 'OutcomeMissed';
  readonly data: {
    readonly executionId: string;
    /** How often it was asked for, from 1. */
    readonly reminder: number;
    readonly at: string;
  };
}
