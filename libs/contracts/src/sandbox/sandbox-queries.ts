import type { AccountKind } from '../base/codes/account-kinds.js';
import type { CardFacts, CustomerType } from '../accounts/account-events.v1.js';
import type { SandboxAgreement } from '../accounts/account-queries.js';
import { ServiceQuery } from '../base/message/query.js';

/** A customer in the list of the sandbox. */
export interface ListedSandboxCustomer {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
}

/** A part of the customers in a generation of the sandbox, ordered by customer number. */
export class ListSandboxCustomers extends ServiceQuery<{
  readonly customers: readonly ListedSandboxCustomer[];
  /** How many there are in all. */
  readonly total: number;
}> {
  static readonly service = 'accounts';
  constructor(
    readonly generation: number,
    readonly limit: number,
    readonly offset: number,
  ) {
    super();
  }
}

/** A part of the agreements in a generation of the sandbox, ordered by name. */
export class ListSandboxAgreements extends ServiceQuery<{
  readonly agreements: readonly SandboxAgreement[];
  /** How many there are in all. */
  readonly total: number;
}> {
  static readonly service = 'accounts';
  constructor(
    readonly generation: number,
    readonly limit: number,
    readonly offset: number,
  ) {
    super();
  }
}

/** The customer with a number in a generation of the sandbox; null for an unknown one. */
export class FindSandboxCustomer extends ServiceQuery<ListedSandboxCustomer | null> {
  static readonly service = 'accounts';
  constructor(
    readonly customerNumber: string,
    readonly generation: number,
  ) {
    super();
  }
}

/** Who holds an account of the sandbox, and how it stands. */
interface HeldAccount {
  readonly ownerId: string;
  /** The number of the holder. */
  readonly customerNumber: string;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  /** What is booked less what is reserved, a decimal string in `currency`. */
  readonly expected: string;
  /** How far the balance may go below zero. */
  readonly creditLimit: string;
  readonly isBlocked: boolean;
}

/** An open account of the sandbox with its holder. */
export interface HeldSandboxAccount extends HeldAccount {
  readonly accountId: string;
  readonly bban: string;
  readonly iban: string;
  readonly cashAccountType: AccountKind;
}

/** An open card account of the sandbox with its holder. */
export interface HeldSandboxCardAccount extends HeldAccount, CardFacts {
  readonly cardAccountId: string;
  readonly maskedPan: string;
  readonly product: string;
}

/**
 * An open account of the sandbox by its id or its number; null for an unknown one. With `madeBy` it is the
 * account as that request by hand left it (GetSandboxCustomer).
 */
export class GetSandboxAccount extends ServiceQuery<HeldSandboxAccount | null> {
  static readonly service = 'accounts';
  constructor(
    readonly by:
      | { readonly accountId: string; readonly madeBy?: string }
      | { readonly bban: string; readonly generation: number },
  ) {
    super();
  }
}

/** An open card account of the sandbox; null for an unknown one. `madeBy` as in GetSandboxAccount. */
export class GetSandboxCardAccount extends ServiceQuery<HeldSandboxCardAccount | null> {
  static readonly service = 'accounts';
  constructor(
    readonly cardAccountId: string,
    readonly madeBy?: string,
  ) {
    super();
  }
}

/** Those of some account numbers that are open accounts in a generation of the sandbox. */
export class FindSandboxNumbers extends ServiceQuery<readonly string[]> {
  static readonly service = 'accounts';
  constructor(
    readonly bbans: readonly string[],
    readonly generation: number,
  ) {
    super();
  }
}
