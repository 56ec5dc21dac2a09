import type { PsuContext } from '../base/values/initiation.v1.js';

/** Events of `access-<tpp>-<customer>-<context>`: which accounts a TPP may read (section 5.10, 5.14). */
export type AccessEvent = AccessGranted | AccessRevoked | AccessForgotten | AccessCarriedForward;

/** The PSU allowed a TPP to read exactly these accounts and card accounts in this context for 180 days: `granted`. */
export interface AccessGranted {
  readonly type: 'AccessGranted';
  readonly data: {
    readonly tpp: string;
    /** Shown to the PSU, who may revoke. */
    readonly tppName: string;
    readonly customerId: string;
    readonly psuId: string;
    readonly context: PsuContext;
    readonly corporateId?: string;
    /** The consent: id of the authorisation in which it was given. */
    readonly consentId: string;
    readonly accounts: readonly string[];
    /** Ids of card accounts. Absent: none. */
    readonly cardAccounts?: readonly string[];
    /** The TPP may only ask whether an amount is there: it had no role to read accounts. Absent: it may read. */
    readonly scope?: 'funds';
    readonly at: string;
    /**
     * ISO 8601: the end in Oslo of the 180th day after that of `at` (section 8). Older releases stored an
     * instant within that day.
     */
    readonly validUntil: string;
  };
}

/** The PSU or the TPP ended the access: `revoked`. The next read gets CONSENT_INVALID. */
export interface AccessRevoked {
  readonly type: 'AccessRevoked';
  readonly data: { readonly by: 'psu' | 'tpp'; readonly consentId: string; readonly at: string };
}

/** The bank has erased what it knew of an access that was over: `none`. The earlier events are deleted. */
export interface AccessForgotten {
  readonly type: 'AccessForgotten';
  readonly data: { readonly at: string };
}

/** The whole state of an access: `granted` or `revoked`. The earlier events are dropped when this one is old enough. */
export interface AccessCarriedForward {
  readonly type: 'AccessCarriedForward';
  /** The last grant, and what came after it. */
  readonly data: AccessGranted['data'] & {
    /** Absent: the access is granted. */
    readonly revokedAt?: string;
    /** Consents that were over before their time, the newest first. */
    readonly ended: readonly {
      readonly consentId: string;
      readonly by: AccessRevoked['data']['by'] | 'replaced';
    }[];
    readonly carriedAt: string;
  };
}
