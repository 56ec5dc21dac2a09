import type { Debtor } from '../base/values/debtor.v1.js';
import type { MessageCode } from '../base/codes/message-codes.js';
import type { Signers } from '../accounts/account-events.v1.js';
import type { Initiator, LinkedAuthorisation } from '../base/values/initiation.v1.js';
import type { AuthorisationFinalised } from '../authorisations/sca-events.v1.js';

/** Events of `basket-<id>`. They are the storage format: never edit one, add a version. */
export type BasketEvent =
  | BasketCreated
  | BasketRefused
  | BasketFrozen
  | BasketSigned
  | BasketApproved
  | BasketRejected
  | BasketDeleted;

/** A member as it stood when the basket was made. */
export interface BasketMember {
  readonly paymentId: string;
  /** The member's own authorisation, void once it has joined. */
  readonly authorisationId: string;
}

/** The TPP grouped payments: `open`. */
export interface BasketCreated {
  readonly type: 'BasketCreated';
  readonly data: {
    readonly initiator: Initiator;
    readonly fingerprint: string;
    readonly members: readonly BasketMember[];
    readonly authorisation: LinkedAuthorisation;
    readonly acceptedAt: string;
  };
}

/** Another open basket holds a member: `refused`, shown as RJCT. */
export interface BasketRefused {
  readonly type: 'BasketRefused';
  readonly data: {
    readonly initiator: Initiator;
    readonly fingerprint: string;
    readonly code: MessageCode;
    readonly path: string;
    readonly acceptedAt: string;
  };
}

/**
 * The PSU opened the approval page. The members are fixed, and the TPP cannot delete the
 * basket.
 */
export interface BasketFrozen {
  readonly type: 'BasketFrozen';
  readonly data: { readonly by: string; readonly at: string };
}

/**
 * The first of two signers approved the shown content. The basket stays `open` and becomes
 * PATC; its members become PDNG.
 */
export interface BasketSigned {
  readonly type: 'BasketSigned';
  readonly data: {
    readonly by: string;
    readonly customerId: string;
    /** The agreement that wants two; the second signature is one under the same. */
    readonly corporateId?: string;
    readonly approved: readonly { readonly paymentId: string; readonly hash: string }[];
    /** Members whose account this PSU may not debit: RJCT. */
    readonly declined: readonly string[];
    /** Who owns the accounts that are debited: it settles a member that was signed alone before. */
    readonly debtor?: Debtor;
    readonly at: string;
    /** The approval as sca sealed it: payments relies on nothing else. Older events lack it. */
    readonly sealedApproval?: AuthorisationFinalised['data'];
  };
}

/**
 * The PSU approved the shown content, alone or as the second of two signers: `approved`. Each
 * member payment decides its own approval.
 */
export interface BasketApproved {
  readonly type: 'BasketApproved';
  readonly data: {
    readonly by: string;
    readonly customerId: string;
    readonly corporateId?: string;
    /** Two where it is the second signature; one where it is not said. */
    readonly signers?: Signers;
    /** Per member what the PSU saw (see ShownPayment). */
    readonly approved: readonly { readonly paymentId: string; readonly hash: string }[];
    /** Members whose account this PSU may not debit: RJCT. */
    readonly declined: readonly string[];
    /** Who owns the accounts that are debited. */
    readonly debtor?: Debtor;
    readonly at: string;
    /** The approval as sca sealed it: payments relies on nothing else. Older events lack it. */
    readonly sealedApproval?: AuthorisationFinalised['data'];
  };
}

/** The PSU refused, or may debit none of the accounts: `rejected`. The members become RJCT. */
export interface BasketRejected {
  readonly type: 'BasketRejected';
  readonly data: {
    readonly by: string;
    readonly members: readonly string[];
    /** The PSU may debit none of the accounts. Absent: the PSU refused. */
    readonly reason?: 'not-debitable';
    readonly at: string;
  };
}

/**
 * The TPP deleted the basket before the PSU opened the page: `deleted`. Its members can join
 * another basket.
 */
export interface BasketDeleted {
  readonly type: 'BasketDeleted';
  readonly data: {
    /** The request that asked for it: its repeat is answered alike. */
    readonly by?: string;
    readonly at: string;
  };
}
