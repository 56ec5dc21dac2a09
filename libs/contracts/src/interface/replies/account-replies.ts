import type { ConsentStatus, ScaStatus } from '../../base/codes/statuses.js';
import type { LinksTo, Remarks } from './message-replies.js';

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
