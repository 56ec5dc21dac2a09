import type { CoreReport } from '@nordgate/contracts/core';
import { accountIdAt, entryReport } from '../core-accounts.js';

/** How much the core reports. */
export interface BooksSize {
  /** Entries of all accounts and months together. */
  readonly entries: number;
  readonly accounts: number;
  readonly months: number;
  /** Entries that are reported; the others are filled in. */
  readonly reported: number;
}

/** Entries of an account go to the bank one after the other, so accounts take turns. */
const entriesOfAccountMin = 200;
const accountsMax = 5000;

/** Accounts with some entries in each month. */
export function booksOf(entries: number, reported: number, months: number): BooksSize {
  const wanted = Math.round(entries / entriesOfAccountMin);
  return { entries, reported, accounts: Math.max(10, Math.min(accountsMax, wanted)), months };
}

const prime = 97;

/** Of 1 to 97 kroner, which the account pays. */
const kroner = (place: number) => (place % prime) + 1;

/** What a core has in its books: every entry follows from its month and its place there, so that nothing is kept. */
export class ReportedBooks {
  readonly perMonth: number;
  readonly reportedPerMonth: number;

  constructor(readonly size: BooksSize) {
    this.perMonth = Math.floor(size.entries / size.months);
    this.reportedPerMonth = Math.min(this.perMonth, Math.floor(size.reported / size.months));
  }

  /** Entries of a month, from a place on. */
  reports(month: number, day: string, from: number, count: number): readonly CoreReport[] {
    return Array.from({ length: Math.min(count, this.reportedPerMonth - from) }, (_, n) => {
      const place = from + n;
      const amount = `-${String(kroner(place))}.00`;
      return entryReport(place % this.size.accounts, this.idAt(month, place), amount, day);
    });
  }

  idAt(month: number, place: number): string {
    return `m${String(month)}-${String(place)}`;
  }

  /** How many entries of a month an account has, and their sum in kroner. */
  ofAccount(account: number): { readonly count: number; readonly sum: number } {
    let [count, sum] = [0, 0];
    for (let place = account; place < this.perMonth; place += this.size.accounts) {
      count += 1;
      sum -= kroner(place);
    }
    return { count, sum };
  }

  /** The balance of each account after all months, by its stream. */
  balances(): ReadonlyMap<string, number> {
    const { accounts, months } = this.size;
    return new Map(
      Array.from({ length: accounts }, (_, n) => [
        `account-${accountIdAt(n)}`,
        months * this.ofAccount(n).sum,
      ]),
    );
  }
}
