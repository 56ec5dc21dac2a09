import type { AccountKind } from '../base/codes/account-kinds.js';
import type { PostalAddress } from '../base/values/debtor.v1.js';
import type {
  AccountLedgerEvent,
  CardLedgerEvent,
  CarriedStanding,
  MadeBy,
} from './ledger-events.v1.js';

/** Events of `customer-<id>`. They are the storage format: never edit one, add a version. */
export type CustomerEvent = CustomerRegistered | CustomerRemoved;

export type CustomerType = 'PRIVATE' | 'CORPORATE';

/** What a report of the bank's core leaves in an event. */
interface FollowedCore {
  /** The place of the report among those of its subject. Absent from events with another cause. */
  readonly coreSequence?: number;
}

/** The bank has a new customer or new data of one, or the world of a TPP began with the customer: `registered`. */
export interface CustomerRegistered {
  readonly type: 'CustomerRegistered';
  readonly data: FollowedCore & {
    readonly customerId: string;
    /** Eleven digits for a person, nine for an organisation, or eight for a test organisation. */
    readonly customerNumber: string;
    readonly customerType: CustomerType;
    readonly name: string;
    /** Absent where the bank does not know it in parts, and from events of before it did. */
    readonly address?: PostalAddress;
    /** What the bank's identity provider calls the person. Absent: nothing, as in older events. */
    readonly identifiers?: readonly string[];
    /** The bank lets nobody act for the customer. */
    readonly isBlocked?: true;
    /** The quota in which it counts. Absent from what nobody made by hand, and from older events. */
    readonly countedIn?: string;
    /** Absent from events of a reset. */
    readonly by?: MadeBy;
    readonly at: string;
  };
}

/** A sandbox reset or a TPP removed the customer, or the customer left the bank: `removed`. */
export interface CustomerRemoved {
  readonly type: 'CustomerRemoved';
  readonly data: FollowedCore & { readonly at: string };
}

/** Events of `account-<id>`. */
export type AccountEvent =
  | AccountOpened
  | AccountChanged
  | AccountClosed
  | AccountCarriedForward
  | AccountLedgerEvent;

/** The bank opened an account, or a sandbox reset restored its opening balance: `open`. */
export interface AccountOpened {
  readonly type: 'AccountOpened';
  readonly data: FollowedCore & {
    readonly accountId: string;
    readonly ownerId: string;
    readonly bban: string;
    readonly iban: string;
    readonly currency: string;
    readonly name: string;
    /** Absent from events of before accounts had kinds: a current one. */
    readonly kind?: AccountKind;
    /** Opening balance, decimal string in `currency`; with a minus sign below zero. */
    readonly openingBalance: string;
    /** The product under which the bank sells it. Absent: that of the kind. */
    readonly product?: string;
    /** How far the balance may go below zero. Absent: not at all. */
    readonly creditLimit?: string;
    /** No payment can be made from the account. */
    readonly isBlocked?: true;
    /** The generation of the sandbox, which the account's entries share. Absent: entries of any one. */
    readonly generation?: number;
    /** The quota in which it counts. Absent from what nobody made by hand, and from older events. */
    readonly countedIn?: string;
    /** Absent from events of a reset. */
    readonly by?: MadeBy;
    readonly at: string;
  };
}

/** A TPP in the sandbox, or the bank, gave an account another name or kind; the balance stays. */
export interface AccountChanged {
  readonly type: 'AccountChanged';
  readonly data: FollowedCore & {
    readonly name: string;
    readonly kind: AccountKind;
    /** These three stay as they are where they are absent. */
    readonly product?: string;
    readonly creditLimit?: string;
    readonly isBlocked?: boolean;
    /** Absent from a report of the core. */
    readonly by?: MadeBy;
    /** The place of the report that changed the credit limit. Absent from any other change. */
    readonly limitSequence?: number;
    readonly at: string;
  };
}

/** A sandbox reset, a TPP or the bank closed the account: `closed`. */
export interface AccountClosed {
  readonly type: 'AccountClosed';
  readonly data: FollowedCore & { readonly at: string };
}

/**
 * The whole state of an open account, in a bank that keeps the entries of its core for some months: `open`. The earlier events
 * are dropped when this one is as old.
 */
export interface AccountCarriedForward {
  readonly type: 'AccountCarriedForward';
  readonly data: Omit<AccountOpened['data'], 'openingBalance' | 'kind'> &
    CarriedStanding & {
      readonly kind: AccountKind;
      /** Decimal string in `currency`. */
      readonly balance: string;
      /** The place of the last report of the credit limit. */
      readonly limitSequence?: number;
    };
}

/** Events of `card-account-<id>`. */
export type CardAccountEvent =
  | CardAccountOpened
  | CardAccountChanged
  | CardAccountClosed
  | CardAccountCarriedForward
  | CardLedgerEvent;

/** What is known of a card besides its number. */
export interface CardFacts {
  /** The product under which the bank sells it. */
  readonly product?: string;
  readonly cardId?: string;
  /** Which issue of the card it is. */
  readonly cardIdVNo?: string;
  /** The number of the account behind the card at its issuer. */
  readonly accountNumber?: string;
  /** YYYY-MM-DD */
  readonly expiry?: string;
}

/** The bank opened a card account, or a sandbox reset restored the card account: `open`. */
export interface CardAccountOpened {
  readonly type: 'CardAccountOpened';
  readonly data: FollowedCore &
    CardFacts & {
      /** Decimal string in `currency`. Absent: zero. */
      readonly openingBalance?: string;
      /** Nothing can be paid with the card. */
      readonly isBlocked?: true;
      readonly cardAccountId: string;
      readonly ownerId: string;
      readonly maskedPan: string;
      readonly currency: string;
      readonly name: string;
      readonly creditLimit: string;
      /** The generation of the sandbox, which the account's entries share. Absent: entries of any one. */
      readonly generation?: number;
      /** The quota in which it counts. Absent from what nobody made by hand, and from older events. */
      readonly countedIn?: string;
      /** Absent from events of a reset. */
      readonly by?: MadeBy;
      readonly at: string;
    };
}

/** A TPP in the sandbox, or the bank, gave a card account another name or limit; the balance stays. */
export interface CardAccountChanged {
  readonly type: 'CardAccountChanged';
  /** Facts of the card that are absent stay as they are. */
  readonly data: FollowedCore &
    CardFacts & {
      readonly isBlocked?: boolean;
      readonly name: string;
      /** Decimal string in the currency of the account. */
      readonly creditLimit: string;
      /** Absent from a report of the core. */
      readonly by?: MadeBy;
      readonly at: string;
    };
}

/** A sandbox reset, a TPP or the bank closed the card account: `closed`. */
export interface CardAccountClosed {
  readonly type: 'CardAccountClosed';
  readonly data: FollowedCore & { readonly at: string };
}

/** The whole state of an open card account: `open`. As AccountCarriedForward. */
export interface CardAccountCarriedForward {
  readonly type: 'CardAccountCarriedForward';
  readonly data: Omit<CardAccountOpened['data'], 'openingBalance'> &
    CarriedStanding & {
      /** Decimal string in `currency`. Absent: zero. */
      readonly balance?: string;
    };
}

/** Events of `agreement-<id>`: who may do what with a corporate customer's accounts. */
export type AgreementEvent =
  | AgreementSigned
  | AgreementChanged
  | EngagementAdded
  | EngagementChanged
  | EngagementsEnded
  | AgreementEnded;
export type AgreementRole = 'REGISTER' | 'VIEW' | 'APPROVE';
/** How many people have to sign a payment. */
export type Signers = 1 | 2;
export interface Engagement {
  readonly engagementId: string;
  /** The person who acts. */
  readonly customerId: string;
  readonly accountId: string;
  readonly roles: readonly AgreementRole[];
}

/**
 * The agreement lists the users of an organisation's accounts, and requires one or two signers
 * for a payment: `signed`.
 */
export interface AgreementSigned {
  readonly type: 'AgreementSigned';
  readonly data: FollowedCore & {
    /** UUID: the PSU-Corporate-ID of this agreement. */
    readonly agreementId: string;
    readonly ownerId: string;
    readonly name: string;
    readonly engagements: readonly Engagement[];
    /** One where it is not said. */
    readonly signers?: Signers;
    /** The quota in which it counts. Absent from what nobody made by hand, and from older events. */
    readonly countedIn?: string;
    /** Absent from events of a reset. */
    readonly by?: MadeBy;
    readonly at: string;
  };
}

/**
 * A TPP in the sandbox gave an agreement another name and number of signers. Older events of such a change are
 * AgreementSigned with all engagements.
 */
export interface AgreementChanged {
  readonly type: 'AgreementChanged';
  readonly data: {
    readonly name: string;
    readonly signers: Signers;
    /** All of the request. Absent: they stay as they are. */
    readonly engagements?: readonly Engagement[];
    readonly by: MadeBy;
    readonly at: string;
  };
}

/** A TPP in the sandbox engaged one more person for an account. */
export interface EngagementAdded {
  readonly type: 'EngagementAdded';
  readonly data: { readonly engagement: Engagement; readonly by: MadeBy; readonly at: string };
}

/** A TPP in the sandbox replaced the engagement with this id. */
export interface EngagementChanged {
  readonly type: 'EngagementChanged';
  readonly data: { readonly engagement: Engagement; readonly by: MadeBy; readonly at: string };
}

/** A TPP in the sandbox ended engagements, or the person or the account of them has gone. */
export interface EngagementsEnded {
  readonly type: 'EngagementsEnded';
  readonly data: {
    readonly engagementIds: readonly string[];
    /** Absent where the person or the account has gone. */
    readonly by?: MadeBy;
    readonly at: string;
  };
}

/** A sandbox reset, a TPP or the bank ended the agreement: `ended`. */
export interface AgreementEnded {
  readonly type: 'AgreementEnded';
  readonly data: FollowedCore & { readonly at: string };
}
