import type { AccountKind } from '../../codes/account-kinds.js';
import type { ConsentStatus, ScaStatus } from '../../codes/statuses.js';
import type { Link, LinksTo, Remarks } from './message-replies.js';

/** A request for a consent was received. */
export interface ConsentCreated extends Remarks {
  /** The status of the consent. */
  readonly consentStatus: ConsentStatus;
  /** Opaque; another TPP gets another id for the same consent. */
  readonly consentId: string;
  /** The status of the authorisation behind scaRedirect. */
  readonly scaStatus?: ScaStatus;
  readonly _links: LinksTo<'scaRedirect' | 'self' | 'status' | 'scaStatus'>;
}

/** An account or card account that was granted. */
export interface ConsentedAccount {
  /** Of an account. ISO 13616. */
  readonly iban?: string;
  /** Of an account: Norwegian account number. */
  readonly bban?: string;
  /** Of a card account: the number of the card, masked. */
  readonly maskedPan?: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A consent with what was granted. */
export interface ConsentReply extends Remarks {
  /** The status of the consent. */
  readonly consentStatus: ConsentStatus;
  readonly access: {
    readonly accounts: readonly ConsentedAccount[];
    readonly balances: readonly ConsentedAccount[];
    readonly transactions: readonly ConsentedAccount[];
  };
  readonly recurringIndicator: true;
  /**
   * Last day in Oslo, to its end. While the consent is received: if it is given on the day of its request.
   * Absent once it is over before its time.
   *
   * @format date
   */
  readonly validUntil?: string;
  /**
   * Reads a day without the PSU.
   *
   * @asType integer
   */
  readonly frequencyPerDay: number;
  /**
   * Day of the last change, at first that of the request.
   *
   * @format date
   */
  readonly lastActionDate?: string;
  /** `account` while the consent is valid. */
  readonly _links: LinksTo<'self' | 'status' | 'account'>;
}

/** The status of a consent. */
export interface ConsentStatusReply extends Remarks {
  /** The status of the consent. */
  readonly consentStatus: ConsentStatus;
}

/** A consent in force. */
export interface ListedConsent {
  /** Opaque; another TPP gets another id for the same consent. */
  readonly consentId: string;
  /** The status of the consent. */
  readonly consentStatus: ConsentStatus;
  /**
   * Last day.
   *
   * @format date
   */
  readonly validUntil: string;
  /**
   * Day of the PSU's decision.
   *
   * @format date
   */
  readonly lastActionDate: string;
  readonly _links: LinksTo<'self' | 'status'>;
}

/** The consents in force of a PSU, in the context of the request: at most one. */
export interface ConsentsReply extends Remarks {
  readonly consents: readonly ListedConsent[];
}

/** An organisation for which the PSU may act. */
export interface AgreementReply {
  /**
   * Goes into PSU-Corporate-ID. Each TPP gets another id.
   *
   * @format uuid
   */
  readonly id: string;
  /** Name of the organisation. */
  readonly name: string;
  /** What the PSU may do for the organisation, for one account or more. */
  readonly roles: readonly ('REGISTER' | 'VIEW' | 'APPROVE')[];
}

/** The agreements of a PSU. */
export interface AgreementsReply {
  readonly agreements: readonly AgreementReply[];
}

/** The PSU of a live session. */
export interface UserReply {
  /**
   * Goes into PSU-ID.
   *
   * @format uuid
   */
  readonly psuId: string;
  /**
   * Goes into PSU-Corporate-ID.
   *
   * @format uuid
   */
  readonly psuCorporateId?: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  /**
   * When the session's hour ends (specification 5.13).
   *
   * @format date-time
   */
  readonly sessionEndsAt: string;
  /** The consent in force in this context, if there is one. */
  readonly consentId?: string;
}

/** A code that opens the console of the sandbox once. */
export interface ConsoleCodeReply {
  /** Eight groups of four hexadecimal characters. */
  readonly code: string;
  /**
   * From then on the code is not valid any more.
   *
   * @format date-time
   */
  readonly expiresAt: string;
  /** Where the code is entered. */
  readonly _links: LinksTo<'console'>;
}

/** The address of a TPP for operational notices. */
export interface TppContactReply {
  /**
   * Of a role, never of a person.
   *
   * @format email
   */
  readonly email: string;
  /**
   * Since when the bank has it.
   *
   * @format date-time
   */
  readonly registeredAt: string;
}

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
export interface HeldBalance {
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
export interface SandboxAddress {
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
  readonly signers: 1 | 2;
  readonly engagements: readonly SandboxEngagement[];
  readonly _links: SandboxLinks;
}

/** The test agreements. */
export interface SandboxAgreementsReply {
  readonly agreements: readonly SandboxAgreement[];
}
