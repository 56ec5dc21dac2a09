import type { AccountKind } from '../../base/codes/account-kinds.js';
import type { Link, LinksTo, Remarks } from './message-replies.js';
import type { ConsentStatus, PaymentStatus } from '../../base/codes/statuses.js';
import type { DeclineReason } from '../../execution/execution-events.v1.js';

/** A test account. */
export interface SandboxAccount {
  /** Internal id. */
  readonly accountId: string;
  /** Norwegian account number. */
  readonly bban: string;
  /** The same account number as IBAN. */
  readonly iban: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Name. */
  readonly name: string;
  /** What the account is for (ISO 20022). */
  readonly cashAccountType: AccountKind;
  readonly _links: SandboxLinks;
}

/** A balance of a test account. */
interface HeldBalance {
  /** What is booked less what is reserved. */
  readonly balanceType: 'EXPECTED';
  readonly balanceAmount: {
    /** ISO 4217. */
    readonly currency: string;
    readonly amount: number;
  };
}

/** What test accounts and test card accounts have alike. */
interface HeldReply extends Remarks {
  /** The number of the holder. */
  readonly customerNumber: string;
  /** Internal id of the holder. */
  readonly customerId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The product under which the bank sells it. */
  readonly product: string;
  /** Nothing can be paid from a blocked one. */
  readonly status: 'ENABLED' | 'BLOCKED';
  readonly balances: readonly HeldBalance[];
  readonly _links: SandboxLinks;
}

/** A test account with its holder. The answer to a creation has the members as they were sent. */
export interface HeldAccountReply extends HeldReply {
  /** Internal id. */
  readonly accountId: string;
  readonly accountName: string;
  /** Norwegian account number. */
  readonly bban: string;
  /** The same account number as IBAN. */
  readonly iban: string;
  /** What the account is for (ISO 20022). */
  readonly cashAccountType: AccountKind;
  /** How far the balance may go below zero. */
  readonly creditLine: number;
}

/** A test card account with its holder. The answer to a creation has the members as they were sent. */
export interface HeldCardAccountReply extends HeldReply {
  /** Internal id. */
  readonly cardAccountId: string;
  readonly name: string;
  /** Card number, masked. */
  readonly maskedPan: string;
  readonly creditLimit: { readonly currency: string; readonly amount: number };
  readonly cardId?: string;
  readonly cardIdVNo?: string;
  readonly accountNumber?: string;
  /** @format date */
  readonly expiry?: string;
}

/** A test customer in the list. */
export interface ListedCustomer {
  /** Internal id. */
  readonly customerId: string;
  /** What the customer logs in with: 11 digits, 8 or 9 for a company. */
  readonly customerNumber: string;
  readonly customerType: 'private' | 'corporate';
  /** Name. */
  readonly customerName: string;
}

/** Where a resource of the sandbox is read, replaced and removed. */
export interface SandboxLinks {
  readonly self: Link;
}

/** The address of a test customer, as payments abroad name it for the debtor. */
interface SandboxAddress {
  /** Street. */
  readonly street?: string;
  /** Number of the building. */
  readonly buildingNumber?: string;
  /** Post code. */
  readonly postalCode?: string;
  /** Town. */
  readonly townName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A test card. */
export interface SandboxCardAccount {
  /** Internal id. */
  readonly cardAccountId: string;
  /** Card number, masked. */
  readonly maskedPan: string;
  /** Name. */
  readonly name: string;
  readonly _links: SandboxLinks;
}

/** A test customer. */
export interface SandboxCustomer {
  /** Internal id. */
  readonly customerId: string;
  /** What the customer logs in with: 11 digits, 8 or 9 for a company. */
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  /** Name. */
  readonly customerName: string;
  readonly address?: SandboxAddress;
  readonly accounts: readonly SandboxAccount[];
  readonly cardAccounts: readonly SandboxCardAccount[];
  readonly _links: SandboxLinks;
}

/** The test customers. */
export interface SandboxCustomersReply {
  readonly customers: readonly SandboxCustomer[];
}

/** What a person may do with an account of an organisation. */
export interface SandboxEngagement {
  /** Internal id. */
  readonly engagementId: string;
  /** The person. */
  readonly customerId: string;
  /** The account of the organisation. */
  readonly accountId: string;
  readonly roles: readonly ('REGISTER' | 'VIEW' | 'APPROVE')[];
  readonly _links: SandboxLinks;
}

/** A test agreement: who acts for an organisation. */
export interface SandboxAgreement {
  /** Internal id; TPPs send another one in PSU-Corporate-ID. */
  readonly agreementId: string;
  /** The organisation. */
  readonly ownerId: string;
  /** Name. */
  readonly name: string;
  /** How many people have to sign a payment. */
  /** @asType integer */
  readonly signers: 1 | 2;
  readonly engagements: readonly SandboxEngagement[];
  readonly _links: SandboxLinks;
}

/** The test agreements. */
export interface SandboxAgreementsReply {
  readonly agreements: readonly SandboxAgreement[];
}

/** The clock of the TPP's world. */
export interface SandboxClock {
  /**
   * The time in the world.
   *
   * @format date-time
   */
  readonly now: string;
  /** `advancing`: everything that is due on the way is carried out. */
  readonly state: 'ready' | 'advancing';
  /**
   * Where an advancing clock moves to.
   *
   * @format date-time
   */
  readonly target?: string;
  /**
   * How far an advancing clock is on its way, in percent.
   *
   * @asType integer
   * @minimum 0
   * @maximum 100
   */
  readonly progress?: number;
  readonly _links: LinksTo<'self'>;
}

/** The bank changed or cancelled a payment in another channel. */
export interface SandboxPaymentReply {
  /** The id that the payment keeps. */
  readonly paymentId: string;
  /** Status by ISO 20022 after the act. */
  readonly transactionStatus: PaymentStatus;
}

/** The bank will refuse the next execution of a payment. */
export interface SandboxRefusalReply {
  readonly paymentId: string;
  /** Why. */
  readonly reason: DeclineReason;
}

/** The PSU revoked a consent in another channel of the bank. */
export interface SandboxConsentReply {
  readonly consentId: string;
  /** The status of the consent after the act. */
  readonly consentStatus: ConsentStatus;
}
