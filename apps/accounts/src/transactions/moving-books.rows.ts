import type {
  GetTransaction,
  GetTransactions,
  TransactionPage,
  TransactionView,
} from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import type { Books, Readable } from '../books/books.js';
import type { OpenAccount } from '../domain/account.js';
import { CopiedBooks } from './copied-books.rows.js';
import { EarlierBooks } from './earlier-books.rows.js';
import { arePlacesFilled, hasEarlierTable } from './filled-places.rows.js';

/**
 * The books while processes of a release before ADR 90 may run beside this one. A read begins at a process of one release and
 * may go on at the other. So it goes to the earlier table until the places are filled, and for an account
 * of which the places lack something that the read or the earlier table has.
 */
export class MovingBooks implements Books {
  readonly #places: CopiedBooks;
  readonly #earlier: EarlierBooks;
  /** Nobody fills the earlier table later, except a release before this one, which reads it itself. */
  #hasEarlier: Promise<boolean> | undefined;
  #areFilled = false;

  constructor(private readonly database: Pick<Database, 'pool'>) {
    this.#places = new CopiedBooks(database);
    this.#earlier = new EarlierBooks(database);
  }

  async page(query: GetTransactions): Promise<TransactionPage> {
    const books = await this.#booksFor(query, query.highest);
    return books.page(query);
  }

  async transaction(query: GetTransaction): Promise<TransactionView | null> {
    const books = await this.#booksFor(query, null);
    return books.transaction(query);
  }

  withFigures(accounts: Readable): Promise<Readable> {
    return this.#places.withFigures(accounts);
  }

  availableOn(account: OpenAccount): Promise<string> {
    return this.#places.availableOn(account);
  }

  async #booksFor(
    query: Pick<GetTransactions, 'account' | 'generation'>,
    highest: number | null,
  ): Promise<CopiedBooks | EarlierBooks> {
    if (!(await this.#isEarlierThere())) return this.#places;
    this.#areFilled ||= await arePlacesFilled(this.database);
    if (!this.#areFilled) return this.#earlier;
    const needed = highest ?? (await this.#earlier.highestOf(query));
    return (await this.#places.highestOf(query)) < needed ? this.#earlier : this.#places;
  }

  #isEarlierThere(): Promise<boolean> {
    this.#hasEarlier ??= hasEarlierTable(this.database).catch((error: unknown) => {
      this.#hasEarlier = undefined;
      throw error;
    });
    return this.#hasEarlier;
  }
}
