import type { AccessEvent } from './access-events.v1.js';
import type { Debtor } from '../base/values/debtor.v1.js';
import type { MessageCode } from '../base/codes/message-codes.js';
import type { Signers } from '../accounts/account-events.v1.js';
import type { Initiator, PsuContext } from '../base/values/initiation.v1.js';
import type { PasskeyEvent } from './passkey-events.v1.js';

/** What an authorisation is for. */
export type AuthorisedResource =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'basket'; readonly basketId: string; readonly paymentIds: readonly string[] }
  /** Calling an approved payment off. */
  | { readonly kind: 'cancellation'; readonly paymentId: string }
  | {
      readonly kind: 'access';
      /**
       * A consent, for which the PSU picks accounts (section 5.10), the PSU's own overview at the
       * bank, or a new passkey of theirs. Without it just who the PSU is.
       */
      readonly asks?: 'accounts' | 'overview' | 'passkey';
      /**
       * The consent that is asked for: the id of its first authorisation. Older events lack it: they
       * belong to the first authorisation of a consent.
       */
      readonly consentId?: string;
    };

/** What the PSU approved of one payment: the hash binds amount and payee (RTS on SCA, Article 5). */
export interface ApprovedPayment {
  readonly paymentId: string;
  readonly hash: string;
}

/** Events of `authorisation-<id>`. They are the storage format: never edit one, add a version. */
export type AuthorisationEvent =
  | AuthorisationOpened
  | PsuIdentified
  | ChallengeShown
  | CodeRefused
  | AuthorisationFinalised
  | AuthorisationRefused
  | AuthorisationFailed
  | VisitEnded;

/** The link is valid: `received`. That of a payment or basket is written when somebody first uses the link. */
export interface AuthorisationOpened {
  readonly type: 'AuthorisationOpened';
  readonly data: {
    readonly resource: AuthorisedResource;
    readonly initiator: Initiator;
    readonly tokenHash: string;
    /** When the link ends, ISO 8601. */
    readonly expiresAt: string;
    /**
     * The place, from 1, that the link holds among the open links of its resource. Absent for the first
     * link of a resource, and for links that the bank itself opens.
     */
    readonly place?: number;
  };
}

/** A PSU logged in. Only that browser can use the link from now on: `psuIdentified`. */
export interface PsuIdentified {
  readonly type: 'PsuIdentified';
  readonly data: {
    readonly customerId: string;
    readonly psuId: string;
    /** SHA-256 of the browser session's secret, base64url. */
    readonly browser: string;
    readonly at: string;
    /** When the approval page ends, ISO 8601. */
    readonly expiresAt: string;
  };
}

/**
 * How a PSU proves to approve: a code on the page of the sandbox, a passkey (WebAuthn), or the bank's
 * identity provider (OpenID Connect).
 */
export type ScaMethodName = 'sandbox-code' | 'passkey' | 'oidc';

/**
 * The site showed the content to approve, with a challenge for exactly that content:
 * `scaMethodSelected`.
 */
export interface ChallengeShown {
  readonly type: 'ChallengeShown';
  readonly data: {
    readonly resource: AuthorisedResource;
    readonly method: ScaMethodName;
    /** 256 random bits, base64url: a passkey's challenge is made of it and of what was shown. */
    readonly nonce?: string;
    readonly context: PsuContext;
    readonly corporateId?: string;
    readonly approves: readonly ApprovedPayment[];
    /** Ids of the accounts that the PSU picked, when a consent is asked for. */
    readonly accounts?: readonly string[];
    /** Ids of the card accounts that the PSU picked with them. Absent: none. */
    readonly cardAccounts?: readonly string[];
    readonly at: string;
  };
}

/**
 * The PSU entered a wrong code, used a wrong passkey or, before the log-in, entered an unknown
 * customer number.
 */
export interface CodeRefused {
  readonly type: 'CodeRefused';
  readonly data: { readonly at: string };
}

/** The proof that sca wrote an approval: an Ed25519 signature (RFC 8032) over its stream, type and data. */
export interface ApprovalSeal {
  /** The id of the public key that verifies the signature. */
  readonly keyId: string;
  /** 64 bytes, base64url. */
  readonly signature: string;
}

/** The PSU approved: `finalised`. Payments, baskets and the session react to this event. */
export interface AuthorisationFinalised {
  readonly type: 'AuthorisationFinalised';
  readonly data: {
    readonly resource: AuthorisedResource;
    readonly customerId: string;
    readonly psuId: string;
    readonly context: PsuContext;
    readonly corporateId?: string;
    /** How many the agreement wants, as it was read when the PSU approved; one where it is not said. */
    readonly signers?: Signers;
    readonly approved: readonly ApprovedPayment[];
    /** Payments whose account this PSU may not debit: RJCT. */
    readonly declined: readonly string[];
    /** Ids of the accounts that the PSU granted, when a consent was asked for; none is an answer too. */
    readonly accounts?: readonly string[];
    /** Ids of the card accounts that the PSU granted with them. Absent: none. */
    readonly cardAccounts?: readonly string[];
    /** The owner of the accounts that may be debited in the context, where payments are approved. */
    readonly debtor?: Debtor;
    readonly at: string;
    /** Every service that acts on the approval checks it. Events of releases before the seal lack it. */
    readonly seal?: ApprovalSeal;
  };
}

/**
 * The PSU refused a payment or basket, or may debit none of its accounts: `failed`. The payment or basket
 * becomes RJCT.
 */
export interface AuthorisationRefused {
  readonly type: 'AuthorisationRefused';
  readonly data: {
    readonly resource: AuthorisedResource;
    /** The PSU may debit none of the accounts. Absent: the PSU refused. */
    readonly reason?: 'not-debitable';
    readonly at: string;
  };
}

/** Only the authorisation ended: `failed`, or `void` when its link was not open yet. */
export interface AuthorisationFailed {
  readonly type: 'AuthorisationFailed';
  readonly data: {
    readonly code: MessageCode;
    readonly reason: AuthorisationFailure;
    readonly at: string;
  };
}

/**
 * The PSU logged out of the bank's own pages, or cancelled a new passkey. The authorisation stays
 * `finalised`; no browser can use the visit that it opened.
 */
export interface VisitEnded {
  readonly type: 'VisitEnded';
  readonly data: { readonly at: string };
}

/** Why an authorisation failed; the redirect words it for the TPP (section 5.12). */
export type AuthorisationFailure =
  | 'expired'
  | 'wrong-codes'
  | 'unknown-customer'
  | 'other-customer'
  | 'joined-basket'
  /** The PSU did not grant access; a refused payment is AuthorisationRefused. */
  | 'refused'
  /** The PSU may debit none of the accounts, which AuthorisationRefused tells. */
  | 'not-debitable'
  /** Nothing of it can be approved any more, e.g. the payment was cancelled. */
  | 'not-approvable'
  /** It waits for a second signature, and this PSU has given the first. */
  | 'signed-already'
  | 'fault'
  /** The bank serves the TPP no more. The PSU is not sent back to it. */
  | 'tpp-stopped'
  /**
   * The TPP called off the consent that it had asked for. Its first authorisation records that, also after
   * it has failed for another reason.
   */
  | 'withdrawn';

/** Events of `psu-<tpp>-<customer>`: the PSU-ID of a customer towards one TPP (section 5.11). */
export type PsuEvent = PsuRecognised | PsuForgotten;

/** The customer has a permanent PSU-ID for this TPP: `recognised`. */
export interface PsuRecognised {
  readonly type: 'PsuRecognised';
  readonly data: {
    readonly tpp: string;
    readonly customerId: string;
    /** UUID, stable per TPP and bank. */
    readonly psuId: string;
    readonly at: string;
  };
}

/** The bank has erased the PSU-ID: `none`. The next SCA makes another one. The earlier events are deleted. */
export interface PsuForgotten {
  readonly type: 'PsuForgotten';
  readonly data: { readonly at: string };
}

/** Events of `session-<tpp>-<customer>` (section 5.13). */
export type SessionEvent = SessionCompleted | SessionForgotten | SessionCarriedForward;

/**
 * An SCA made this TPP-Session-ID valid for an hour and ended the previous session:
 * `completed`.
 */
export interface SessionCompleted {
  readonly type: 'SessionCompleted';
  readonly data: {
    readonly tpp: string;
    readonly customerId: string;
    readonly psuId: string;
    readonly tppSessionId: string;
    readonly context: PsuContext;
    readonly corporateId?: string;
    readonly at: string;
    /** One hour after `at`. */
    readonly endsAt: string;
  };
}

/** The bank has erased the sessions, and ended the one that was live: `none`. The earlier events are deleted. */
export interface SessionForgotten {
  readonly type: 'SessionForgotten';
  readonly data: { readonly at: string };
}

/** The whole state of the sessions: `completed`. The earlier events are dropped when this one is old enough. */
export interface SessionCarriedForward {
  readonly type: 'SessionCarriedForward';
  /** The last completed SCA, and what came before it. */
  readonly data: SessionCompleted['data'] & {
    /** TPP-Session-IDs that another has ended, the newest first. */
    readonly replaced: readonly string[];
    /** Every context in which the PSU has completed an SCA, the first one first. */
    readonly contexts: readonly PsuContext[];
    readonly carriedAt: string;
  };
}

/** Everything on `sca.events.v1`. */
export type ScaEvent = AuthorisationEvent | PsuEvent | SessionEvent | AccessEvent | PasskeyEvent;
