import type { PostingDetails, SignedAmount } from '../events/posting.v1.js';
import { ServiceQuery } from './query.js';

/** A transaction of an account, as the bank's own services see it. */
export interface TransactionView extends SignedAmount {
  /** The same for the reservation and the booking of one posting; a booked transaction keeps it. */
  readonly transactionId: string;
  readonly status: 'pending' | 'booked';
  readonly entryId: string;
  /** YYYY-MM-DD; absent while pending. */
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly details: PostingDetails;
}

/** Which transactions a read is about. */
export interface TransactionFilter {
  readonly status: 'pending' | 'booked' | 'both';
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
  /** The last transaction of the page where more follow; null at the end of the read. */
  readonly last: TransactionPosition | null;
}

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
    /** `last` of the page before; null for the first page. */
    readonly after: TransactionPosition | null,
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

/** The balances of an account or card account; null where it is not open. */
export class GetBalances extends ServiceQuery<AccountBalances | null> {
  static readonly service = 'accounts';
  constructor(readonly account: string) {
    super();
  }
}
