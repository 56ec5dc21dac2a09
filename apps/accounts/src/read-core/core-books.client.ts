import { readAnswer } from '@nordgate/contracts/core';
import type {
  CoreFigures,
  CoreTransaction,
  TransactionAnswer,
  TransactionsAnswer,
} from '@nordgate/contracts/core';
import type {
  GetTransaction,
  GetTransactions,
  TransactionPage,
  TransactionView,
} from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { OutsidePeer, OutsideServiceError } from '@nordgate/service';
import type { OutsideService } from '@nordgate/service';
import type { Books, Readable } from '../books/books.js';
import { cutOf, isAllPending, isFirstPage, newestFirst, nothingCut } from '../books/page-cut.js';
import type { Cut } from '../books/page-cut.js';
import type { OpenAccount } from '../domain/account.js';
import { sumIn } from '../domain/money.js';
import {
  balancesFault,
  dayOf,
  placed,
  transactionFault,
  transactionsFault,
} from './answer-faults.js';
import { accountsMax, balancesPath, transactionPath, transactionsPath } from './core-paths.js';
import type { Asked } from './core-paths.js';

type Placed = ReturnType<typeof placed>;

/** Pending transactions of one account: more are a fault of the core. */
const pendingMax = 1000;
const notFound = 404;

/** An id of another form is none of the core's, and no path is made of it. */
const idPattern = /^[A-Za-z0-9_-]{1,64}$/u;

/** The currency of an open account or card account, as it was reported. */
const currencySql = `
  select state->>'currency' as currency from es.view where stream_id = $1 and state->>'is' = 'open'`;

/**
 * A read is over before the gateway gives it up (two seconds), so the log of accounts has the reason. Of this time a read has as
 * much as it needs for all of its requests.
 */
const limitMs = 1500;

/** The books of a core behind its API for reads. */
export function openCoreBooks(core: OutsideService, database: Pick<Database, 'pool'>): CoreBooks {
  return new CoreBooks(new OutsidePeer(core, limitMs), database);
}

/** The books in the bank's core, over its API for reads (docs/how-to/let-tpps-read-the-core.md). */
export class CoreBooks implements Books {
  constructor(
    private readonly core: OutsidePeer,
    private readonly database: Pick<Database, 'pool'>,
  ) {}

  async page(query: GetTransactions): Promise<TransactionPage> {
    const reading = { currency: await this.currencyOf(query.account), until: this.core.deadline() };
    const { account, filter, place, limit, highest } = query;
    if (!isAllPending(filter)) {
      const asked = { account, filter, place, limit: limit + 1, asOf: highest };
      const { asOf, cut } = await this.cut(asked, limit, reading);
      return pageOf(cut, asOf);
    }
    // The read pages the booked transactions only.
    const booked = { account, filter: { ...filter, status: 'booked' }, place } as const;
    const { asOf, cut } =
      filter.status === 'both'
        ? await this.cut({ ...booked, limit: limit + 1, asOf: highest }, limit, reading)
        : { asOf: highest, cut: nothingCut };
    if (!isFirstPage(query, cut)) return pageOf(cut, asOf ?? 0);
    const pending = await this.pending(account, asOf, reading);
    const rows = [...pending.transactions.map(placed), ...cut.rows].sort(newestFirst);
    return pageOf({ ...cut, rows }, pending.asOf);
  }

  async transaction({
    account,
    transactionId,
  }: Pick<GetTransaction, 'account' | 'transactionId'>): Promise<TransactionView | null> {
    if (!idPattern.test(transactionId)) return null;
    const currency = await this.currencyOf(account);
    const path = transactionPath(account, transactionId);
    return this.core.get(path, this.core.deadline(), ({ statusCode, body }) => {
      if (statusCode === notFound) return { answer: null };
      const read = statusCode === ok ? readAnswer('TransactionAnswer', body) : faultOf(statusCode);
      if ('fault' in read) return read;
      const { transaction }: TransactionAnswer = read.answer;
      const fault =
        transaction.transactionId === transactionId
          ? transactionFault(transaction, currency)
          : 'the transactionId is not that of the request';
      return fault === undefined ? { answer: viewOf(transaction) } : { fault };
    });
  }

  async withFigures(accounts: Readable, isAsked: boolean): Promise<Readable> {
    const figures = isAsked ? await this.figuresOf(accounts) : new Map<string, CoreFigures>();
    return accounts.map(
      ({
        balances: _copied,
        lastChangeAt: _at,
        lastTransactionId: _last,
        closing: _closing,
        ...account
      }) => ({ ...account, ...shownFigures(figures.get(account.stream)) }),
    );
  }

  async availableOn({ accountId, currency }: OpenAccount): Promise<string> {
    const stream = streams.account.id(accountId);
    const figures = await this.figuresOf([{ stream, currency }]);
    const available = figures.get(stream)?.balances.interimAvailable;
    if (available === undefined) throw new OutsideServiceError('there is no balance');
    return available;
  }

  /** Nest closes the books with the service. */
  async onModuleDestroy(): Promise<void> {
    await this.core.close();
  }

  private async figuresOf(
    accounts: readonly { readonly stream: string; readonly currency: string }[],
  ): Promise<ReadonlyMap<string, CoreFigures>> {
    const until = this.core.deadline();
    const parts = Array.from({ length: Math.ceil(accounts.length / accountsMax) }, (_, part) =>
      accounts.slice(part * accountsMax, (part + 1) * accountsMax),
    );
    const answers = parts.map((part) => {
      const currencies = new Map(part.map(({ stream, currency }) => [stream, currency]));
      return this.core.get(balancesPath([...currencies.keys()]), until, ({ statusCode, body }) => {
        const read = statusCode === ok ? readAnswer('BalancesAnswer', body) : faultOf(statusCode);
        if ('fault' in read) return read;
        const fault = balancesFault(read.answer, currencies);
        return fault === undefined ? read : { fault };
      });
    });
    const found = (await Promise.all(answers)).flatMap((answer) => answer.accounts);
    return new Map(found.map((one) => [one.account, one]));
  }

  private async cut(asked: Asked, limit: number, reading: Reading) {
    const { asOf, transactions } = await this.transactions(asked, reading);
    const found = transactions.map(placed);
    // The core answers the newest first in both directions.
    if ('before' in asked.place) found.reverse();
    return { asOf, cut: cutOf(found, limit, asked.place) };
  }

  /** Every pending transaction, whatever its day. */
  private pending(account: string, asOf: number | null, reading: Reading) {
    const filter = { status: 'pending', allPending: true, dateFrom: null, dateTo: null } as const;
    const asked = { account, filter, place: { skip: 0 }, limit: pendingMax, asOf };
    return this.transactions(asked, reading);
  }

  private transactions(asked: Asked, { currency, until }: Reading): Promise<TransactionsAnswer> {
    return this.core.get(transactionsPath(asked), until, ({ statusCode, body }) => {
      const read = statusCode === ok ? readAnswer('TransactionsAnswer', body) : faultOf(statusCode);
      if ('fault' in read) return read;
      const fault = transactionsFault(read.answer, asked, currency);
      return fault === undefined ? read : { fault };
    });
  }

  /** The access was decided for an open account. One that has been closed since has no answer. */
  private async currencyOf(account: string): Promise<string> {
    const { rows } = await this.database.pool.query<{ currency: string }>({
      name: 'accounts.currency',
      text: currencySql,
      values: [account],
    });
    const [row] = rows;
    if (row === undefined) throw new OutsideServiceError('the account is not open');
    return row.currency;
  }
}

const ok = 200;

/** What holds for all requests of one read. */
interface Reading {
  readonly currency: string;
  readonly until: number;
}

const faultOf = (statusCode: number) => ({ fault: `status ${String(statusCode)}` });

function pageOf({ rows, first, last }: Cut<Placed>, highest: number): TransactionPage {
  return { transactions: rows.map(({ one }) => viewOf(one)), highest, first, last };
}

/** A transaction of the core as other services see it. The core has one id for entry and transaction. */
function viewOf(one: CoreTransaction): TransactionView {
  const { status, transactionId, currency, details } = one;
  const amount = sumIn(currency, [one.amount]);
  const known = { status, transactionId, entryId: transactionId, currency, amount, details };
  // By the day of the reservation days filter a pending one.
  if (one.status === 'pending') return { ...known, valueDate: dayOf(one) };
  const { bookingDate, valueDate, sequence } = one;
  const balanceAfter =
    one.balanceAfter === undefined ? undefined : sumIn(currency, [one.balanceAfter]);
  return { ...known, bookingDate, valueDate, sequence, ...defined({ balanceAfter }) };
}

function shownFigures(figures: CoreFigures | undefined) {
  if (figures === undefined) return {};
  const { balances, closing, lastChangeAt, lastTransactionId } = figures;
  const { currency, creditLimit } = balances;
  const exact = (amount: string) => sumIn(currency, [amount]);
  return {
    balances: {
      currency,
      interimBooked: exact(balances.interimBooked),
      interimAvailable: exact(balances.interimAvailable),
      ...defined({ creditLimit: creditLimit === undefined ? undefined : exact(creditLimit) }),
    },
    ...defined({
      lastTransactionId,
      lastChangeAt: lastChangeAt === undefined ? undefined : new Date(lastChangeAt).toISOString(),
      closing: closing && { day: closing.day, before: exact(closing.before) },
    }),
  };
}
