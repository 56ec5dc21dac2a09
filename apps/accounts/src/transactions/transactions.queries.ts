import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type { TransactionPage, TransactionView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import { notEnded } from './transaction.projection.js';
import type { Transaction } from './transaction.projection.js';

/** A row as the driver reads it; bigint arrives as text. */
type Row = Omit<Transaction, 'account' | 'generation' | 'sequence' | 'ended'> & {
  readonly sequence: string;
};

/** The highest sequence that any change of the account in the table has taken. */
const highestSql = `
  select greatest(
    (select max(sequence) from transaction where account = $1 and generation = $2),
    (select max(ended) from transaction
      where account = $1 and generation = $2 and status = 'pending' and ended < ${String(notEnded)}),
    0) as highest`;

/**
 * The transactions of one status as they were at $3, from the day $4, behind the position ($5, $6). The
 * last day is in the position: with a condition more on the day, PostgreSQL begins to read at that
 * condition and walks to the position. `sequence + 0` keeps it from reading the whole account in the
 * order of the primary key.
 */
const partSql = (status: 'booked' | 'pending', isThere: string) => `
  (select transaction_id as "transactionId", entry_id as "entryId", status, day,
          value_date as "valueDate", currency, amount, details, sequence
     from transaction
    where account = $1 and generation = $2 and status = '${status}' and ${isThere}
      and day >= $4 and (day, sequence) < ($5, $6)
    order by day desc, sequence desc
    limit $7)`;

const parts = {
  booked: partSql('booked', 'sequence + 0 <= $3'),
  pending: partSql('pending', 'sequence + 0 <= $3 and ended > $3'),
} as const;

/** One more than the page has tells whether more follow. */
const pageSql = {
  booked: parts.booked,
  pending: parts.pending,
  both: `select * from (${parts.booked} union all ${parts.pending}) page
          order by day desc, sequence desc limit $7`,
} as const;

/** Before and after every day, as texts. */
const [firstDay, afterAllDays] = ['', '~'] as const;

/** A page of the transactions of an account. The values are in the order of the SQL's parameters. */
export function transactionsSql(
  { account, generation, filter, limit, after }: GetTransactions,
  highest: number,
) {
  const { status, dateFrom, dateTo } = filter;
  const end = { day: dateTo ?? afterAllDays, sequence: notEnded };
  const behind = after === null || after.day > end.day ? end : after;
  return {
    name: `accounts.transactions-${status}`,
    text: pageSql[status],
    values: [
      account,
      generation,
      highest,
      dateFrom ?? firstDay,
      behind.day,
      behind.sequence,
      limit + 1,
    ],
  };
}

@QueryHandler(GetTransactions)
export class GetTransactionsHandler implements IQueryHandler<GetTransactions> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(query: GetTransactions): Promise<TransactionPage> {
    const { pool } = this.database;
    const highest = query.highest ?? (await this.highestOf(query));
    const { rows } = await pool.query<Row>(transactionsSql(query, highest));
    const page = rows.slice(0, query.limit);
    const end = rows.length > query.limit ? page.at(-1) : undefined;
    const last = end === undefined ? null : { day: end.day, sequence: Number(end.sequence) };
    return { transactions: page.map(viewOf), highest, last };
  }

  /** What arrives between this statement and the page has a higher sequence, so the page leaves it out. */
  private async highestOf({ account, generation }: GetTransactions): Promise<number> {
    const { rows } = await this.database.pool.query<{ highest: string }>({
      name: 'accounts.transactions-highest',
      text: highestSql,
      values: [account, generation],
    });
    return Number(rows[0]?.highest ?? 0);
  }
}

/** The booked one where there is one: it has the higher sequence. A released one is no transaction. */
const oneSql = `
  select transaction_id as "transactionId", entry_id as "entryId", status, day,
         value_date as "valueDate", currency, amount, details, sequence
    from transaction
   where account = $1 and generation = $2 and transaction_id = $3 and ended = ${String(notEnded)}`;

@QueryHandler(GetTransaction)
export class GetTransactionHandler implements IQueryHandler<GetTransaction> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    account,
    generation,
    transactionId,
  }: GetTransaction): Promise<TransactionView | null> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'accounts.transaction',
      text: oneSql,
      values: [account, generation, transactionId],
    });
    const [row] = rows;
    return row === undefined ? null : viewOf(row);
  }
}

function viewOf({ status, day, valueDate, sequence: _sequence, ...row }: Row): TransactionView {
  if (status === 'pending') return { ...row, status };
  return { ...row, status, bookingDate: day, ...defined({ valueDate: valueDate ?? undefined }) };
}
