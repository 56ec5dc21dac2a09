import type { AccountKind } from '../base/codes/account-kinds.js';
import type {
  AgreementRole,
  CardFacts,
  CustomerType,
  Signers,
} from '../accounts/account-events.v1.js';
import type { MadeBy } from '../accounts/ledger-events.v1.js';
import type { DeclineReason } from '../execution/execution-events.v1.js';
import type { ApprovedOrder } from '../payments/payment-facts.v1.js';
import type { PostalAddress } from '../base/values/debtor.v1.js';
import type { PendingPosting, Posting } from '../base/values/posting.v1.js';
import type { CommandContract } from '../base/message/command-contract.js';

/**
 * Part of every command that makes, changes or removes sandbox data by hand, in the world of the TPP that sends it. Its
 * service refuses it with SYSTEM_ERROR when that world is in another generation by then: a reset came in between.
 */
export interface ByHand {
  /** The generation in which the request was accepted. */
  readonly generation: number;
  readonly by: MadeBy;
}

/**
 * The commands of the mock-data API (specification section 1); production does not decide them. Each is
 * refused with RESOURCE_UNKNOWN for a resource that does not exist, with a path where the body names it,
 * and with CONFLICT for a number that another resource has (path) or for a request that made something
 * else before (no path).
 */
export interface SandboxCommands {
  /** Without a number the bank makes one. */
  readonly RegisterSandboxCustomer: CommandContract<
    'customer',
    ByHand & {
      readonly customerId: string;
      readonly customerType: CustomerType;
      readonly customerNumber?: string;
      readonly name: string;
      readonly address?: PostalAddress;
    }
  >;
  /** Without a number the customer keeps the present one. */
  readonly ChangeSandboxCustomer: CommandContract<
    'customer',
    ByHand & {
      readonly customerNumber?: string;
      readonly name: string;
      readonly address?: PostalAddress;
    }
  >;
  /** Closes the customer's accounts, ends its agreements, and ends its engagements in others. */
  readonly RemoveSandboxCustomer: CommandContract<'customer', ByHand>;
  /** Without an account number the bank makes one. */
  readonly OpenSandboxAccount: CommandContract<
    'account',
    ByHand & {
      readonly accountId: string;
      readonly ownerId: string;
      readonly bban?: string;
      readonly currency: string;
      readonly name: string;
      readonly kind: AccountKind;
      /** Decimal string in `currency`; with a minus sign below zero. */
      readonly openingBalance: string;
      readonly product?: string;
      /** How far the balance may go below zero. */
      readonly creditLimit?: string;
      readonly isBlocked?: true;
    }
  >;
  readonly ChangeSandboxAccount: CommandContract<
    'account',
    ByHand & {
      /** The owner that the request names; without it any. */
      readonly ownerId?: string;
      readonly name: string;
      readonly kind: AccountKind;
      readonly product?: string;
      readonly creditLimit?: string;
      readonly isBlocked?: boolean;
    }
  >;
  /** Ends the engagements for the account too. */
  readonly CloseSandboxAccount: CommandContract<'account', ByHand & { readonly ownerId?: string }>;
  /**
   * Books or reserves a transaction. A booking needs no funds; a reservation is refused with
   * FUNDS_NOT_AVAILABLE. An amount that the account cannot have is refused with FORMAT_ERROR (path).
   */
  readonly AddSandboxTransactions: CommandContract<
    OwnAccount,
    ByHand & {
      /** 1 to 100: all are made, or none. The paths of refusals begin with the place of the transaction. */
      readonly transactions: readonly {
        readonly entryId: string;
        readonly transaction: TransactionByHand;
      }[];
    }
  >;
  /** One transaction of an account: gateways of an older release send it. */
  readonly AddSandboxTransaction: CommandContract<
    OwnAccount,
    ByHand & { readonly entryId: string; readonly transaction: TransactionByHand }
  >;
  /**
   * Reserves a pending transaction again in another form or books it, and corrects a booked one: its
   * reversal and the new form are booked as one entry. Refused as AddSandboxTransaction, with CONFLICT
   * (path) for a pending transaction of a payment, and with FORMAT_ERROR (path) if a booked one would
   * become pending.
   */
  readonly ChangeSandboxTransaction: CommandContract<
    OwnAccount,
    ByHand & ExistingTransaction & { readonly transaction: TransactionByHand }
  >;
  /** Releases a pending transaction, and reverses a booked one. CONFLICT (path) as above. */
  readonly RemoveSandboxTransaction: CommandContract<OwnAccount, ByHand & ExistingTransaction>;
  /** Without a masked number the bank makes one. */
  readonly OpenSandboxCardAccount: CommandContract<
    'card-account',
    ByHand & {
      readonly cardAccountId: string;
      readonly ownerId: string;
      readonly maskedPan?: string;
      readonly currency: string;
      readonly name: string;
      /** Decimal string in `currency`. */
      readonly creditLimit: string;
      /** Without it zero. */
      readonly openingBalance?: string;
      readonly isBlocked?: true;
    } & CardFacts
  >;
  readonly ChangeSandboxCardAccount: CommandContract<
    'card-account',
    ByHand & {
      readonly ownerId?: string;
      readonly name: string;
      readonly creditLimit: string;
      readonly isBlocked?: boolean;
    } & CardFacts
  >;
  readonly CloseSandboxCardAccount: CommandContract<
    'card-account',
    ByHand & { readonly ownerId?: string }
  >;
  /** The owner is an organisation. Each engagement is refused as in AddSandboxEngagement. */
  readonly SignSandboxAgreement: CommandContract<
    'agreement',
    ByHand & {
      readonly agreementId: string;
      readonly ownerId: string;
      readonly name: string;
      readonly signers: Signers;
      /** Without them there are none yet. */
      readonly engagements?: readonly SandboxEngagement[];
    }
  >;
  /** The owner stays, and without new engagements the engagements stay. */
  readonly ChangeSandboxAgreement: CommandContract<
    'agreement',
    ByHand & {
      readonly name: string;
      readonly signers: Signers;
      readonly engagements?: readonly SandboxEngagement[];
    }
  >;
  readonly EndSandboxAgreement: CommandContract<'agreement', ByHand>;
  /** Engages a person for an account of the agreement's owner. CONFLICT (path) if they are engaged already. */
  readonly AddSandboxEngagement: CommandContract<'agreement', ByHand & SandboxEngagement>;
  readonly ChangeSandboxEngagement: CommandContract<'agreement', ByHand & SandboxEngagement>;
  readonly EndSandboxEngagement: CommandContract<
    'agreement',
    ByHand & { readonly engagementId: string }
  >;
  /**
   * The next execution of a payment is refused: of a periodic one the next occurrence. The last request counts. Where a core
   * moves the money, it is refused with CONFLICT and the text `ofCore`.
   */
  readonly RefuseSandboxExecution: CommandContract<
    'refusal',
    ByHand & {
      readonly paymentId: string;
      readonly reason: DeclineReason;
      /** No execution is to come: refused with CONFLICT and the text `tooLateToRefuse`, unless it is a repeat. */
      readonly isTooLate?: true;
    }
  >;
}

/** The stream of an account or a card account. */
type OwnAccount = 'account' | 'card-account';

/** Who may do what with which account. */
export interface SandboxEngagement {
  readonly engagementId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly roles: readonly AgreementRole[];
}

/** A transaction in the form that a request by hand gives it. */
export type TransactionByHand =
  | { readonly status: 'booked'; readonly posting: Posting }
  | { readonly status: 'pending'; readonly posting: PendingPosting };

/** The transaction that a request by hand names, as the gateway has read it. */
interface ExistingTransaction {
  readonly transactionId: string;
  readonly entryId: string;
  /** The posting of a booked one, which never changes; absent while the gateway sees it pending. */
  readonly booked?: Posting;
}

/** The move that a request of the TPP asked for, in a generation. */
interface MovedWorld {
  readonly generation: number;
  readonly request: string;
}

/** What the sender of BeginWorldMove gets back; its repeat gets the same. Null for a repeat of long ago. */
export interface WorldMoveReceipt {
  /** The time in the world at the begin and at the end of the move, ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
}

/** What begins the world of a TPP, moves its clock, and brings it back to the known state. */
export interface WorldCommands {
  /**
   * The known state for a TPP, in the next generation of the sandbox: what was made before is in another one, which nobody
   * sees any more (specification section 1). Refused with CONFLICT within one lease of the last one.
   */
  readonly InitialiseWorld: CommandContract<
    'sandbox',
    {
      readonly tpp: string;
      /** The world begins: one that is there already stays as it is. */
      readonly isFirst?: true;
    }
  >;
  /**
   * Moves the clock of a TPP's world to a time, from deadline to deadline. Refused with CONFLICT while it moves, FORMAT_ERROR for
   * a time that is not after that of the world or more than three years ahead, SYSTEM_ERROR in another generation.
   */
  readonly BeginWorldMove: CommandContract<
    'world',
    ByHand & {
      /** The time in the world to move to, ISO 8601 in UTC. */
      readonly to: string;
      /** Payments that were approved before the request and that the order book has not seen: 1 to 1000. */
      readonly awaits?: readonly ApprovedOrder[];
    },
    WorldMoveReceipt | null
  >;
  /** Internal. The next stop of a move: the world is so far ahead, in milliseconds. */
  readonly SetWorldTime: CommandContract<'world', MovedWorld & { readonly aheadMs: number }>;
  /** Internal. The move is at its end. */
  readonly EndWorldMove: CommandContract<'world', MovedWorld>;
  /** Internal. The TPP has not used the world of this generation for too long. */
  readonly DeleteWorld: CommandContract<'world', { readonly generation: number }>;
}
