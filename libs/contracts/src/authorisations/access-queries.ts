import type { MessageCode } from '../base/codes/message-codes.js';
import type { ConsentStatus, ScaStatus } from '../base/codes/statuses.js';
import type { Initiator, PsuContext } from '../base/values/initiation.v1.js';
import { ServiceQuery } from '../base/message/query.js';
import type { StreamId } from '../base/rules/streams.js';

/**
 * Whether the PSU is present at a read of accounts (specification section 8). `recent`: the PSU is present,
 * and nothing older than 90 days is read, so a bank may exempt the read from the hour of the session.
 */
export type AccessNeed = 'attended' | 'recent' | 'unattended';

/** Why a read is answered 401 with a scaRedirect link. */
export type AccessRefusal = Extract<
  MessageCode,
  'CONSENT_UNKNOWN' | 'CONSENT_INVALID' | 'CONSENT_EXPIRED' | 'SCA_NOT_FOUND' | 'SCA_EXPIRED'
>;

/** Why a session is not valid for a request. */
export type SessionRefusal = Extract<AccessRefusal, 'SCA_NOT_FOUND' | 'SCA_EXPIRED'>;

/** Whether a TPP may read accounts right now. */
export type AccessAnswer =
  /** The PSU-ID was never given to this TPP, or in another generation. */
  | { readonly access: 'unknown-psu' }
  | {
      readonly access: 'allowed';
      readonly customerId: string;
      /** Ids of the accounts that the PSU granted. */
      readonly accounts: readonly string[];
    }
  | {
      readonly access: 'refused';
      readonly customerId: string;
      readonly code: AccessRefusal;
      /** The fault of the session, independent of the consent. */
      readonly session?: SessionRefusal;
    };

/** Asked before every read of accounts. The answer includes the PSU's last decision. */
export class GetAccess extends ServiceQuery<AccessAnswer> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    /** The agreement, null for the PSU's own accounts. */
    readonly corporateId: string | null,
    readonly tppSessionId: string,
    readonly need: AccessNeed,
    readonly generation: number,
  ) {
    super();
  }
}

/** What a TPP reads of granted accounts, as the limits without the PSU count it (specification section 8). */
export interface AccountRead {
  /** `funds`: a question about funds, which is counted but reads nothing. */
  readonly kind: 'balances' | 'transactions' | 'details' | 'funds';
  readonly of: 'accounts' | 'cardAccounts';
  /** Ids; null for all that are granted. */
  readonly ids: readonly string[] | null;
}

/** Ids of accounts or card accounts, and when the first of them can be read again, ISO 8601. */
export interface ExceededReads {
  readonly ids: readonly string[];
  readonly until: string;
}

/** Whether a TPP may read these accounts right now. */
export type AccountAccessAnswer =
  | Exclude<AccessAnswer, { readonly access: 'allowed' }>
  | {
      readonly access: 'allowed';
      readonly customerId: string;
      /** Ids of the accounts that the PSU granted. */
      readonly accounts: readonly string[];
      readonly cardAccounts: readonly string[];
      /** Ids that this TPP knows under another key than `idKey`: the letter of that key. */
      readonly idKeys: Readonly<Record<string, string>>;
      /** The counted read of an absent PSU: a read that is not answered gives it back. */
      readonly permit?: string;
      /** Accounts of a list whose reads without the PSU are used up: the list has no balances of them. */
      readonly exceeded?: ExceededReads;
      /** The hour of the session is over: the bank's profile exempts the read, as nothing in it is old. */
      readonly isSessionOver?: true;
    }
  /** The reads of 24 hours without the PSU are used up until then, ISO 8601. */
  | { readonly access: 'exceeded'; readonly customerId: string; readonly until: string };

/**
 * Asked before every read of accounts. The answer includes the PSU's last decision. Without the PSU, the
 * read of granted accounts is counted with the answer; ids that are not granted are not counted. A list counts
 * for the accounts that have reads left, and the answer names the others.
 */
export class GetAccountAccess extends ServiceQuery<AccountAccessAnswer> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    /** The agreement, null for the PSU's own accounts. */
    readonly corporateId: string | null,
    readonly tppSessionId: string,
    /** `funds` asks for the grant alone: a TPP that confirms funds has no session. */
    readonly need: AccessNeed | 'funds',
    readonly generation: number,
    /** The letter of the key that makes ids now: an id keeps the key with which its TPP saw it first. */
    readonly idKey: string,
    /** Null for a read that is not counted: a list without balances, or a later page. */
    readonly read: AccountRead | null,
  ) {
    super();
  }
}

/** Gives a counted read back that was not answered with 200. True if it was there. */
export class GiveBackRead extends ServiceQuery<boolean> {
  static readonly service = 'sca';
  constructor(readonly permit: string) {
    super();
  }
}

/** A consent as its TPP sees it. */
export interface ConsentView {
  readonly consentStatus: ConsentStatus;
  /** Of the first authorisation. Absent in an answer of an older release. */
  readonly scaStatus?: ScaStatus;
  readonly initiator: Initiator;
  /** Who gave it, and for which agreement; private without one. Absent before, and in an answer of an older release. */
  readonly givenBy?: { readonly customerId: string; readonly corporateId?: string };
  /** What was granted; absent before it was given and once it is over. */
  readonly grant?: {
    readonly customerId: string;
    readonly context: PsuContext;
    readonly corporateId?: string;
    readonly accounts: readonly string[];
    /** Absent in an answer of an older release. */
    readonly cardAccounts?: readonly string[];
    /** ISO 8601. */
    readonly validUntil: string;
    /** The stream that RevokeAccess goes to. */
    readonly stream: StreamId<'access'>;
  };
  /** ISO 8601, of the last change or of the request; absent where it is not known. */
  readonly lastActionAt?: string;
  /**
   * The end in Oslo of the last day on which accounts can be read, ISO 8601. Of a consent that is received: if it
   * is given on the day of its request. Absent for one that is over before its time.
   */
  readonly validUntil?: string;
  /** A newer consent that is in force in its place: the access goes on. */
  readonly replacedBy?: string;
}

/** One consent of a TPP, or null when that TPP has none with this id. */
export class GetConsent extends ServiceQuery<ConsentView | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly consentId: string,
  ) {
    super();
  }
}

/** The consent by which a TPP may read a PSU's accounts in one context. */
export interface ConsentInForce {
  readonly consentId: string;
  /** ISO 8601. */
  readonly validUntil: string;
  /** When the PSU gave it, ISO 8601. */
  readonly givenAt: string;
}

/**
 * The consent in force of a PSU in one context, whatever the session. Null for a PSU-ID that this TPP never
 * got from us, or got in another generation.
 */
export class GetConsentInForce extends ServiceQuery<{
  readonly customerId: string;
  readonly consent?: ConsentInForce;
} | null> {
  static readonly service = 'sca';
  constructor(
    readonly tpp: string,
    readonly psuId: string,
    /** The agreement, null for the PSU's own accounts. */
    readonly corporateId: string | null,
    readonly generation: number,
  ) {
    super();
  }
}

/** A consent in force, and the stream that RevokeAccess goes to. */
export interface ConsentOfCustomer {
  readonly consentId: string;
  readonly stream: StreamId<'access'>;
}

/** The consents that a customer has given to any TPP and that are in force now. Sandbox only. */
export class GetConsentsOfCustomer extends ServiceQuery<readonly ConsentOfCustomer[]> {
  static readonly service = 'sca';
  constructor(
    readonly customerId: string,
    readonly generation: number,
  ) {
    super();
  }
}
