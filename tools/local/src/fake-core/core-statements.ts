import type { MINOR_UNITS } from '@nordgate/contracts/codes';
import type {
  BookedTogether,
  CoreAccountReport,
  CoreFigures,
  CorePending,
  CoreTransaction,
  Pending,
} from '@nordgate/contracts/core';
import { reportedEntry, streams, transactionIdOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { signedUnits, written } from './core-amounts.js';

/** A transaction, and the number at which a reservation ended. */
export interface StatementLine {
  readonly transaction: CoreTransaction;
  readonly ended?: number;
}

/** What the core knows of one account. */
interface Statement {
  readonly currency: keyof typeof MINOR_UNITS;
  /** In units of 0.00001, with a sign. */
  balance: bigint;
  creditLimit: bigint;
  sequence: number;
  lines: StatementLine[];
  lastChangeAt?: string;
}

/**
 * The statements of a core's accounts and cards: what it answers when the bank reads its books. Each reservation, each end of
 * one and each booked posting takes the next number of its account.
 */
export class CoreStatements {
  private readonly statements = new Map<string, Statement>();

  /** Keeps what the core has reported, or would report. */
  follow({ type, data }: CoreAccountReport): void {
    switch (type) {
      case 'AccountReported':
        return this.open(streams.account.id(data.accountId), data);
      case 'CardAccountReported':
        return this.open(streams.cardAccount.id(data.cardAccountId), data);
      case 'CreditLimitReported': {
        const statement = this.statements.get(streams.account.id(data.accountId));
        if (statement !== undefined) statement.creditLimit = signedUnits(data.creditLimit);
        return;
      }
      case 'EntryReported':
        return this.book(streams.account.id(data.accountId), data);
      case 'CardEntryReported':
        return this.book(streams.cardAccount.id(data.cardAccountId), data);
      case 'PendingReported':
        return this.reserve(streams.account.id(data.accountId), data);
      case 'CardPendingReported':
        return this.reserve(streams.cardAccount.id(data.cardAccountId), data);
      case 'PendingEnded':
        return this.release(streams.account.id(data.accountId), data.entryId);
      case 'CardPendingEnded':
        return this.release(streams.cardAccount.id(data.cardAccountId), data.entryId);
    }
  }

  /** The highest number of an account; undefined for an unknown one. */
  highest(account: string): number | undefined {
    return this.statements.get(account)?.sequence;
  }

  /** Every line of an account as it was at a number, the newest first. */
  linesAt(account: string, asOf: number): readonly CoreTransaction[] {
    const { lines = [] } = this.statements.get(account) ?? {};
    return lines
      .filter(({ transaction, ended = Infinity }) => transaction.sequence <= asOf && ended > asOf)
      .map(({ transaction }) => transaction)
      .sort((a, b) =>
        dayOf(a) === dayOf(b) ? b.sequence - a.sequence : dayOf(a) < dayOf(b) ? 1 : -1,
      );
  }

  /** What the core says of an account now. */
  figures(account: string): CoreFigures | undefined {
    const statement = this.statements.get(account);
    if (statement === undefined) return undefined;
    const { currency, balance, creditLimit, lines, lastChangeAt } = statement;
    const open = lines.filter(
      ({ ended, transaction }) => ended === undefined && isPending(transaction),
    );
    const reserved = sumOf(open.map(({ transaction }) => transaction));
    const booked = lines.map(({ transaction }) => transaction).filter((one) => !isPending(one));
    const newest = booked.reduce<CoreTransaction | undefined>(
      (last, one) => (last === undefined || dayOf(one) >= dayOf(last) ? one : last),
      undefined,
    );
    const day = newest && dayOf(newest);
    const onDay = sumOf(booked.filter((one) => dayOf(one) === day));
    const closing =
      day === undefined ? undefined : { day, before: written(balance - onDay, currency) };
    return {
      account,
      balances: {
        currency,
        interimBooked: written(balance, currency),
        interimAvailable: written(balance + creditLimit + reserved, currency),
        ...defined({
          creditLimit: creditLimit === 0n ? undefined : written(creditLimit, currency),
        }),
      },
      ...defined({ lastChangeAt, lastTransactionId: newest?.transactionId, closing }),
    };
  }

  private open(
    account: string,
    report: {
      readonly currency: Statement['currency'];
      readonly openingBalance: string;
      readonly creditLimit?: string;
      readonly hasEnded?: true;
    },
  ): void {
    if (report.hasEnded === true) return void this.statements.delete(account);
    const { currency, openingBalance, creditLimit = '0' } = report;
    const known = this.statements.get(account);
    const fresh = { balance: signedUnits(openingBalance), creditLimit: 0n, sequence: 0, lines: [] };
    const statement = known ?? { currency, ...fresh };
    if (report.creditLimit !== undefined) statement.creditLimit = signedUnits(creditLimit);
    this.statements.set(account, statement);
  }

  private book(account: string, { entryId, postings }: BookedTogether): void {
    const statement = this.statements.get(account);
    const id = (place: number) => idOf(account, entryId, place);
    const isKnown = statement?.lines.some(
      ({ transaction: one }) => one.transactionId === id(0) && !isPending(one),
    );
    if (statement === undefined || isKnown === true) return;
    const { currency, sequence: before } = statement;
    this.end(statement, id(0), before + 1);
    for (const [place, posting] of postings.entries()) {
      statement.balance += signedUnits(posting.amount);
      statement.sequence += 1;
      const { sequence } = statement;
      const mark = { transactionId: id(place), sequence, status: 'booked' as const };
      const balanceAfter = written(statement.balance, currency);
      statement.lines.push({ transaction: { ...posting, ...mark, balanceAfter } });
    }
    statement.lastChangeAt = new Date().toISOString();
  }

  private reserve(account: string, { entryId, posting }: Pending): void {
    const statement = this.statements.get(account);
    if (statement === undefined) return;
    const transactionId = idOf(account, entryId, 0);
    this.release(account, entryId);
    statement.sequence += 1;
    const mark = { transactionId, sequence: statement.sequence, status: 'pending' as const };
    const transaction: CorePending = { ...posting, ...mark };
    statement.lines.push({ transaction });
  }

  private release(account: string, entryId: string): void {
    const statement = this.statements.get(account);
    if (statement === undefined) return;
    const isEnded = this.end(statement, idOf(account, entryId, 0), statement.sequence + 1);
    if (isEnded) statement.sequence += 1;
  }

  /** Ends the reservation of an id at a number. @returns whether there was one */
  private end(statement: Statement, transactionId: string, ended: number): boolean {
    const at = statement.lines.findIndex(
      (line) =>
        isPending(line.transaction) &&
        line.ended === undefined &&
        line.transaction.transactionId === transactionId,
    );
    const line = statement.lines[at];
    if (line === undefined) return false;
    statement.lines[at] = { ...line, ended };
    return true;
  }
}

/** The day by which a read orders and filters. */
export function dayOf(one: CoreTransaction): string {
  return one.status === 'booked' ? one.bookingDate : one.date;
}

const isPending = ({ status }: CoreTransaction) => status === 'pending';

const sumOf = (transactions: readonly CoreTransaction[]) =>
  transactions.reduce((sum, { amount }) => sum + signedUnits(amount), 0n);

/** As accounts makes it of a report: a bank that reads the core after it has had a copy shows the same ids. */
function idOf(account: string, entryId: string, place: number): string {
  const of = account.replace(/^account-/u, '').replace(/^card-account-/u, 'card-');
  return transactionIdOf({ account, entryId: reportedEntry(of, entryId) }, place);
}
