import type { PostingDetails, SignedAmount } from '../base/values/posting.v1.js';
import type { ViewableAccount, ViewableCardAccount } from './account-queries.js';
import { ServiceQuery } from '../base/message/query.js';

/** A transaction of an account, as the bank's own services see it. */
export interface TransactionView extends SignedAmount {
  /** The same for the reservation and the booking of one posting; a booked transaction keeps it. */
  readonly transactionId: string;
  readonly status: 'pending' | 'booked';
  readonly entryId: string;
  /** YYYY-MM-DD; absent while pending. */
  readonly bookingDate?: string;
  /** YYYY-MM-DD; of a pending one the day of the reservation, by which days filter it. */
  readonly valueDate?: string;
  /** Of a booked one: its number on the account, which only grows. */
  readonly sequence?: number;
  /** Of a booked one: the booked balance after it; absent for one that an older release booked. */
  readonly balanceAfter?: string;
  readonly details: PostingDetails;
}

/** Which transactions a read is about. */
export interface TransactionFilter {
  readonly status: 'pending' | 'booked' | 'both';
  /**
   * All pending transactions come with the first page, whatever the days and the limit say (specification
   * section 8: accounts in production).
   */
  readonly allPending: boolean;
  /** The first day, YYYY-MM-DD: the booking date, or the day of the reservation of a pending one. */
  readonly dateFrom: string | null;
  /** The last day, YYYY-MM-DD. */
  readonly dateTo: string | null;
}

/** The place of a transaction in the order of a read. */
export interface TransactionPosition {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly sequence: number;
}

/** Some transactions of a read, newest first. */
export interface TransactionPage {
  readonly transactions: readonly TransactionView[];
  /** The account's highest sequence at the first page: the other pages of the read take it along. */
  readonly highest: number;
  /** The first transaction of the page where others come before it; null at the start of the read. */
  readonly first: TransactionPosition | null;
  /** The last transaction of the page where more follow; null at the end of the read. */
  readonly last: TransactionPosition | null;
}

/** Where a page of a read is. */
export type PagePlace =
  /** The first page, or the one behind so many transactions. */
  | { readonly skip: number }
  /** The page behind `last` of the page before. */
  | { readonly after: TransactionPosition }
  /** The page that ends before `first` of the page after. */
  | { readonly before: TransactionPosition };

/** A page of transactions. All pages of one read show the account as it was at the first page. */
export class GetTransactions extends ServiceQuery<TransactionPage> {
  static readonly service = 'accounts';
  constructor(
    /** The stream of the account or card account. */
    readonly account: string,
    /** The generation of the sandbox; 0 in production. */
    readonly generation: number,
    readonly filter: TransactionFilter,
    /** At least 1. */
    readonly limit: number,
    /** `highest` of the first page; null for the first page. */
    readonly highest: number | null,
    readonly place: PagePlace,
  ) {
    super();
  }
}

/** One transaction of an account; null for one that it does not have, or no longer has. */
export class GetTransaction extends ServiceQuery<TransactionView | null> {
  static readonly service = 'accounts';
  constructor(
    readonly account: string,
    readonly generation: number,
    readonly transactionId: string,
  ) {
    super();
  }
}

/** A transaction as the mock-data API sees it. */
export interface SandboxTransactionView extends TransactionView {
  /** It was released, a correction has reversed it, or its account is closed: no request can change it any more. */
  readonly isEnded: boolean;
}

/**
 * One transaction of an account by its stream, also one that has ended; null for one that it never had in
 * this generation. The answer has everything that the account had decided before the query. With `madeBy` it
 * is the form that this request by hand gave it, and null where the request gave it none.
 */
export class GetSandboxTransaction extends ServiceQuery<SandboxTransactionView | null> {
  static readonly service = 'accounts';
  constructor(
    readonly account: string,
    readonly generation: number,
    readonly transactionId: string,
    readonly madeBy?: string,
  ) {
    super();
  }
}

/** The balances of an account, as decimal strings in its currency. */
export interface AccountBalances {
  readonly currency: string;
  /** What is booked. */
  readonly interimBooked: string;
  /** What can be spent: booked less reserved, and the credit limit of a card. */
  readonly interimAvailable: string;
  /** Of a card account. */
  readonly creditLimit?: string;
}

/** Who reads: a person, for herself or under an agreement. */
export interface AccountReader {
  readonly customerId: string;
  readonly corporateId: string | null;
}

/** What the books know of the booked balance at the ends of days. */
export interface ClosingBalance {
  /** The latest booking date, YYYY-MM-DD. */
  readonly day: string;
  /** The booked balance at the end of the day before it; it is `interimBooked` from that day on. */
  readonly before: string;
}

/** What the books say of an account now. */
export interface AccountFigures {
  readonly balances: AccountBalances;
  /** When the last booking changed the balance, ISO 8601; absent without a booking. */
  readonly lastChangeAt?: string;
  /** The newest booked transaction. */
  readonly lastTransactionId?: string;
  /** Booked balances at the end of the days before today, as far as the books know them. */
  readonly closing?: ClosingBalance;
}

/** The figures are absent where they were not asked for. */
interface ReadableFacts extends Partial<AccountFigures> {
  /** The stream, which the transactions name. */
  readonly stream: string;
  /** The product under which the bank sells it. */
  readonly product: string;
  readonly status: 'enabled' | 'blocked';
  /** A person or an organisation. */
  readonly ownerName: string;
}

/** An account that a person can view, with its balances. */
export interface ReadableAccount extends ReadableFacts, ViewableAccount {
  readonly kind: 'account';
}

/** A card account that a person can view, with its balances. */
export interface ReadableCardAccount extends ReadableFacts, ViewableCardAccount {
  readonly kind: 'card-account';
  readonly creditLimit: string;
}

/**
 * Those of the named accounts and card accounts that the reader can view now, ordered by number. Null for
 * an agreement that is not the reader's.
 */
export class GetReadableAccounts extends ServiceQuery<
  readonly (ReadableAccount | ReadableCardAccount)[] | null
> {
  static readonly service = 'accounts';
  constructor(
    readonly reader: AccountReader,
    /** Ids of accounts and card accounts. */
    readonly ids: readonly string[],
    /** The reader needs no figures. A gateway says so only where the books are in the core: older releases do not know the field. */
    readonly withoutFigures?: true,
  ) {
    super();
  }
}

/** The number of an account at this bank. */
export interface AccountNumber {
  readonly iban: string | null;
  readonly bban: string | null;
}

/** Whether an account has the funds for an amount now; null for an account that the bank does not have. */
export class GetFunds extends ServiceQuery<{
  readonly accountId: string;
  readonly currency: string;
  readonly isAvailable: boolean;
  /** False for an amount that the ledger cannot convert into the currency of the account. */
  readonly isConvertible?: boolean;
} | null> {
  static readonly service = 'accounts';
  constructor(
    readonly account: AccountNumber,
    /** Decimal string in `currency`. */
    readonly amount: string,
    readonly currency: string,
    /** The generation of the sandbox; absent in production. */
    readonly generation?: number,
  ) {
    super();
  }
}
