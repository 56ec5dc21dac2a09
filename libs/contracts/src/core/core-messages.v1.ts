import type { CustomerType, Engagement, Signers } from '../accounts/account-events.v1.js';
import type { PostalAddress } from '../base/values/debtor.v1.js';
import type { Outcome, Transfer, TransferApproval } from '../execution/execution-events.v1.js';
import type { ScaExemption } from '../payments/payment-facts.v1.js';
import type { CoreAccountReport } from './core-accounts.v1.js';

/*
 * What the bank and its core system tell each other (docs/adr/0036). The other side may be of another
 * release: never change a message, add one with a new name.
 */

/** An approval as sca has sealed it: the bytes that are signed, and their signature (docs/adr/0029). */
export interface SealedApproval {
  /** The id of the public key of sca that verifies the signature. */
  readonly keyId: string;
  /** Ed25519 (RFC 8032) over the UTF-8 bytes of `text`, base64url. */
  readonly signature: string;
  /** JSON: `stream`, `type`, and `data` with what the PSU approved. */
  readonly text: string;
}

/** What proves that the customer wants an order (docs/how-to/connect-a-core-bank.md). */
export interface OrderApproval extends Omit<TransferApproval, 'approvals'> {
  /**
   * one, or two where two must sign
   *
   * @minItems 1
   * @maxItems 2
   */
  readonly sealed: readonly SealedApproval[];
}

/** A transfer that the core has to carry out; one with a known executionId is the same transfer. */
export interface TransferOrdered {
  readonly type: 'TransferOrdered';
  readonly data: Transfer & {
    /** 0 at first; from 1 on the bank misses an outcome and asks for the present one. */
    readonly reminder: number;
    /** Absent for an exemption, and for an approval of an older release without a seal. */
    readonly approval?: OrderApproval;
    /** Nobody had to approve it: a transfer between own accounts of the customer. */
    readonly exemption?: ScaExemption;
  };
}

/** What has become of a transfer. */
export interface TransferReport {
  /**
   * that of the order
   *
   * @pattern ^[0-9a-z_.-]{1,80}$
   */
  readonly executionId: string;
  readonly outcome: Outcome;
}

/** The core reports an outcome of a transfer. */
export interface TransferReported {
  readonly type: 'TransferReported';
  readonly data: TransferReport;
}

/** A customer as the core knows the customer now. */
export interface CustomerReport {
  /** @pattern ^[A-Za-z0-9_-]{1,64}$ */
  readonly customerId: string;
  /**
   * eleven digits for a person, nine for an organisation
   *
   * @pattern ^(?:[0-9]{9}|[0-9]{11})$
   */
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  /**
   * @minLength 1
   * @maxLength 140
   */
  readonly name: string;
  readonly address?: PostalAddress;
  /**
   * what the bank's identity provider calls the person: each is one value of the claim that the profile names
   *
   * @maxItems 20
   */
  readonly identifiers?: readonly string[];
  /** the bank lets nobody act for the customer */
  readonly isBlocked?: true;
  /** the customer has left the bank */
  readonly hasEnded?: true;
}

/** The core reports a customer: all of it, at first and after each change. */
export interface CustomerReported {
  readonly type: 'CustomerReported';
  readonly data: CustomerReport;
}

/** An agreement of an organisation as the core knows it now. */
export interface AgreementReport {
  /**
   * a UUID
   *
   * @pattern ^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$
   */
  readonly agreementId: string;
  /** @pattern ^[A-Za-z0-9_-]{1,64}$ */
  readonly ownerId: string;
  /**
   * @minLength 1
   * @maxLength 140
   */
  readonly name: string;
  readonly signers: Signers;
  readonly engagements: readonly Engagement[];
  readonly hasEnded?: true;
}

/** The core reports an agreement: all of it, at first and after each change. */
export interface AgreementReported {
  readonly type: 'AgreementReported';
  readonly data: AgreementReport;
}

/** What the core writes. */
export type CoreReport =
  | TransferReported
  | CustomerReported
  | AgreementReported
  | CoreAccountReport;
