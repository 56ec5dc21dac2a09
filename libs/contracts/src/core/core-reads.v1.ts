import type { AccountFigures } from '../accounts/ledger-queries.js';
import type { PendingPosting, Posting } from '../base/values/posting.v1.js';

/*
 * What the bank's core answers when accounts reads its books (docs/adr/0082). The core may be of another release: never take a
 * member away, and never make an optional one required.
 */

/** How a transaction of the core is found, and its place on the account. */
interface CoreMark {
  /**
   * the id that a TPP sees: the same for a reservation and its booking, and no number of a customer
   *
   * @pattern ^[A-Za-z0-9_-]{1,64}$
   */
  readonly transactionId: string;
  /**
   * the number of the change on its account: each reservation, each end of one and each booked posting takes a higher one
   *
   * @asType integer
   * @minimum 1
   * @maximum 9007199254740990
   */
  readonly sequence: number;
}

/** A booked transaction. */
export interface CoreBooked extends Posting, CoreMark {
  readonly status: 'booked';
  /**
   * the booked balance after it
   *
   * @pattern ^-?(?!(?:[.]?[0-9]){19})(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,5})?$
   */
  readonly balanceAfter?: string;
}

/** A reserved amount that is not booked. */
export interface CorePending extends PendingPosting, CoreMark {
  readonly status: 'pending';
}

/** A transaction of an account in the books of the core. */
export type CoreTransaction = CoreBooked | CorePending;

/** The answer about one transaction. */
export interface TransactionAnswer {
  readonly transaction: CoreTransaction;
}

/** Some transactions of an account, newest first. */
export interface TransactionsAnswer {
  /**
   * the highest number of the account when the read began: that of the request, where it has one
   *
   * @asType integer
   * @minimum 0
   * @maximum 9007199254740990
   */
  readonly asOf: number;
  /** @maxItems 1001 */
  readonly transactions: readonly CoreTransaction[];
}

/** What the core says of one account now. */
export interface CoreFigures extends AccountFigures {
  /** the key of its reports: `account-<id>` or `card-account-<id>` */
  readonly account: string;
}

/** The answer about balances: each account of the request once. */
export interface BalancesAnswer {
  /** @maxItems 100 */
  readonly accounts: readonly CoreFigures[];
}
