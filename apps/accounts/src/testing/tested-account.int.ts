import type { AccountReport, CoreAccountReport } from '@nordgate/contracts/core';
import type { Posting } from '@nordgate/contracts/events';
import {
  GetFunds,
  GetReadableAccounts,
  GetTransaction,
  GetTransactions,
} from '@nordgate/contracts/queries';
import type { PagePlace, TransactionFilter, TransactionPage } from '@nordgate/contracts/queries';
import { reportedEntry, streams, transactionIdOf } from '@nordgate/contracts/rules';
import type { FakeCore } from '@nordgate/local/fake-core';
import type { AccountsOnABus } from './accounts-on-a-bus.fixture.js';

/** The accounts service over books that are tested, and a core that says what happens on the accounts. */
export interface BooksUnderTest {
  readonly accounts: AccountsOnABus;
  readonly core: FakeCore;
  /** Resolves when the books have everything that the core has said. */
  settled(): Promise<void>;
  /** Stops what the books are read from, where that is another process. */
  stopCore?(): Promise<void>;
  stop(): Promise<void>;
}

/** The number and the owner of the tested account: one account at a time has them. */
export const bban = '99991200017';
export const ownerId = 'kari';
const details = { creditorName: 'Drivstoff AS' };
const everything: TransactionFilter = {
  ...{ status: 'both', allPending: false, dateFrom: null, dateTo: null },
};

/** Which page of which transactions; by default the first one of all. */
interface PageAsked {
  readonly filter?: Partial<TransactionFilter>;
  readonly limit?: number;
  readonly place?: PagePlace;
  /** A page of the same read. */
  readonly of?: TransactionPage;
}

let made = 0;

/** An account of a core, what happens on it, and what TPPs can read of it. */
export class TestedAccount {
  readonly accountId: string;
  readonly stream: string;

  constructor(readonly books: BooksUnderTest) {
    made += 1;
    this.accountId = `2c1f7a52-5f3a-4f0e-9b46-${String(made).padStart(12, '0')}`;
    this.stream = streams.account.id(this.accountId);
  }

  /** Opens it with a balance of 1,000.00 NOK, or ends it. */
  report(end: Pick<AccountReport, 'hasEnded'> = {}): Promise<void> {
    return this.books.core.reportAccount({
      ...{ accountId: this.accountId, ownerId, bban, currency: 'NOK', name: 'Konto', kind: 'CACC' },
      ...{ openingBalance: '1000.00', ...end },
    });
  }

  /** Lets the core say something, and the books have it. */
  async says(...reports: readonly CoreAccountReport[]): Promise<void> {
    for (const report of reports) await this.books.core.reportOnAccount(report);
    await this.books.settled();
  }

  booked(entryId: string, ...postings: readonly Posting[]): CoreAccountReport {
    return { type: 'EntryReported', data: { accountId: this.accountId, entryId, postings } };
  }

  reserved(entryId: string, date: string, amount: string): CoreAccountReport {
    const posting = { amount, currency: 'NOK', date, details };
    return { type: 'PendingReported', data: { accountId: this.accountId, entryId, posting } };
  }

  ended(entryId: string): CoreAccountReport {
    return { type: 'PendingEnded', data: { accountId: this.accountId, entryId } };
  }

  idOf(entryId: string, place = 0): string {
    const entry = reportedEntry(this.accountId, entryId);
    return transactionIdOf({ account: this.stream, entryId: entry }, place);
  }

  page({
    filter = {},
    limit = 200,
    place = { skip: 0 },
    of,
  }: PageAsked = {}): Promise<TransactionPage> {
    const whole = { ...everything, ...filter };
    const highest = of?.highest ?? null;
    return this.books.accounts.ask(
      new GetTransactions(this.stream, 0, whole, limit, highest, place),
    );
  }

  async listed(filter: Partial<TransactionFilter> = {}): Promise<readonly string[]> {
    return idsOn(await this.page({ filter }));
  }

  one(transactionId: string) {
    return this.books.accounts.ask(new GetTransaction(this.stream, 0, transactionId));
  }

  /** The account, and other ones of the owner. */
  async shown(...others: readonly string[]) {
    const reader = { customerId: ownerId, corporateId: null };
    const query = new GetReadableAccounts(reader, [this.accountId, ...others]);
    return (await this.books.accounts.ask(query)) ?? [];
  }

  async hasFunds(amount: string): Promise<boolean | undefined> {
    const query = new GetFunds({ iban: null, bban }, amount, 'NOK');
    return (await this.books.accounts.ask(query))?.isAvailable;
  }
}

/** A posting that is booked on a day. */
export function on(day: string, amount: string): Posting {
  return { amount, currency: 'NOK', bookingDate: day, valueDate: day, details };
}

export const idsOn = ({ transactions }: TransactionPage) =>
  transactions.map(({ transactionId }) => transactionId);
