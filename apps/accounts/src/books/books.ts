import type {
  GetReadableAccounts,
  GetTransaction,
  GetTransactions,
  TransactionPage,
  TransactionView,
} from '@nordgate/contracts/queries';
import type { OpenAccount } from '../domain/account.js';

/** Injection token of the bank's books. */
export const BOOKS = 'nordgate.accounts.books';

/** Accounts and card accounts that a person can view. */
export type Readable = NonNullable<GetReadableAccounts['answer']>;

/**
 * Where balances and transactions are read: in the copy that accounts keeps, or in the bank's core (docs/adr/0082). Who may
 * read what is decided before the books are asked. Each method rejects with InfrastructureError when the books cannot answer
 * now: a TPP gets 503.
 */
export interface Books {
  /** A page of transactions. All pages of one read show the account as it was at the first page. */
  page(query: GetTransactions): Promise<TransactionPage>;
  /** One transaction; null for one that the account does not have, or no longer has. */
  transaction(query: GetTransaction): Promise<TransactionView | null>;
  /**
   * The same accounts with their figures: balances, the last change and the newest transaction.
   *
   * @param accounts with the figures of the copy
   * @param isAsked whether the reader wants figures; otherwise they may be absent
   */
  withFigures(accounts: Readable, isAsked: boolean): Promise<Readable>;
  /** What can be spent from an account: a decimal string in its currency. */
  availableOn(account: OpenAccount): Promise<string>;
}
