import type { AccountKind } from '../base/codes/account-kinds.js';
import type { AgreementRole, CustomerType, Engagement, Signers } from './account-events.v1.js';
import type { PostalAddress } from '../base/values/debtor.v1.js';
import type { PsuContext } from '../base/values/initiation.v1.js';
import { ServiceQuery } from '../base/message/query.js';

export interface SandboxAccount {
  readonly accountId: string;
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  readonly cashAccountType: AccountKind;
  /** Nothing can be paid from it; for the console alone. */
  readonly isBlocked?: true;
}

export interface SandboxCardAccount {
  readonly cardAccountId: string;
  readonly maskedPan: string;
  readonly name: string;
  readonly isBlocked?: true;
}

export interface SandboxCustomer {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
  readonly address?: PostalAddress;
  readonly accounts: readonly SandboxAccount[];
  readonly cardAccounts: readonly SandboxCardAccount[];
}

/** The customers in a generation of the sandbox, ordered by customer number. */
export class GetSandboxCustomers extends ServiceQuery<readonly SandboxCustomer[]> {
  static readonly service = 'accounts';
  constructor(readonly generation: number) {
    super();
  }
}

/**
 * One customer of the sandbox; null for an unknown one. With `madeBy` it is the customer as that request by
 * hand left it, also when it was changed or removed since, and null where the request has not changed it.
 */
export class GetSandboxCustomer extends ServiceQuery<SandboxCustomer | null> {
  static readonly service = 'accounts';
  constructor(
    readonly customerId: string,
    readonly madeBy?: string,
  ) {
    super();
  }
}

/** An agreement of the sandbox, under its id inside the bank. */
export interface SandboxAgreement {
  readonly agreementId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly signers: Signers;
  readonly engagements: readonly Engagement[];
}

/**
 * The agreement of the sandbox with an id, if there is one. With `madeBy` it is the agreement as that request by hand
 * left it (GetSandboxCustomer).
 */
export class GetSandboxAgreements extends ServiceQuery<readonly SandboxAgreement[]> {
  static readonly service = 'accounts';
  constructor(
    readonly agreementId: string,
    readonly madeBy?: string,
  ) {
    super();
  }
}

/** The world of a TPP in the sandbox (ADR 56). */
export interface World {
  readonly tpp: string;
  readonly generation: number;
  /** How far its clock is ahead of the clocks, in milliseconds. Absent: it is not. */
  readonly aheadMs?: number;
  /** Where its clock moves from and to, ISO 8601 in UTC. Absent: it does not move. */
  readonly move?: { readonly from: string; readonly to: string };
}

/**
 * The world of a TPP, or the one that is in a generation now; null where there is none. The answer is never older than
 * the question.
 */
export class GetWorld extends ServiceQuery<World | null> {
  static readonly service = 'accounts';
  constructor(readonly of: { readonly tpp: string } | { readonly generation: number }) {
    super();
  }
}

/** A context in which a customer may act. */
export interface ActingContext {
  readonly context: PsuContext;
  /** The agreement, under its id inside the bank. */
  readonly corporateId?: string;
  /** What the person may do under the agreement, for one account or more. */
  readonly roles?: readonly AgreementRole[];
  /** How many people have to sign a payment under the agreement. Absent: one. */
  readonly signers?: Signers;
  /** The person's name, or the organisation's: the owner of the accounts. */
  readonly name: string;
  /** The owner's address, if the bank knows it in parts. */
  readonly address?: PostalAddress;
  /** BBANs that the person has the right to debit in this context, blocked ones included. */
  readonly debitable: readonly string[];
  /** Those of them that are blocked: nothing is paid from them. Absent for none. */
  readonly blocked?: readonly string[];
  /** The currency of each of these accounts, by BBAN; an answer of an older release does not say. */
  readonly currencies?: Readonly<Record<string, string>>;
  /** The accounts that the person may let a TPP read in this context, by account number. */
  readonly viewable: readonly ViewableAccount[];
  /** The same of card accounts; an answer of an older release has none. */
  readonly viewableCards?: readonly ViewableCardAccount[];
}

/** An account as a consent names it and as a TPP may read it. */
export type ViewableAccount = SandboxAccount;

/** A card account as a consent names it and as a TPP may read it. */
export interface ViewableCardAccount {
  readonly cardAccountId: string;
  readonly maskedPan: string;
  readonly currency: string;
  readonly name: string;
}

export interface ActingCustomer {
  readonly customerId: string;
  readonly name: string;
  readonly contexts: readonly ActingContext[];
}

/** The number of a customer, in a generation of the sandbox; without one in production. */
export interface CustomerNumber {
  readonly customerNumber: string;
  readonly generation?: number;
}

/** A person with a customer number, and all contexts of this person; null for an unknown one. */
export class GetActingCustomer extends ServiceQuery<ActingCustomer | null> {
  static readonly service = 'accounts';
  constructor(readonly by: CustomerNumber | { readonly customerId: string }) {
    super();
  }
}

/** Whom an identifier of a person means. */
export type IdentifiedCustomer =
  | { readonly is: 'customer'; readonly customerId: string }
  | { readonly is: 'unknown' | 'blocked' | 'ambiguous' };

/** The person whom the bank's identity provider has identified: by number, or by an identifier of the core. */
export class IdentifyCustomer extends ServiceQuery<IdentifiedCustomer> {
  static readonly service = 'accounts';
  constructor(
    readonly by: CustomerNumber | { readonly identifier: string; readonly generation?: number },
  ) {
    super();
  }
}
