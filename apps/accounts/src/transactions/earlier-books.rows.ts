import type {
  GetTransaction,
  GetTransactions,
  PagePlace,
  TransactionFilter,
  TransactionPage,
  TransactionPosition,
  TransactionView,
} from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { Books, Readable } from '../books/books.js';
import { cutOf, isAllPending, isFirstPage, newestFirst, nothingCut } from '../books/page-cut.js';
import type { Cut } from '../books/page-cut.js';
import type { OpenAccount } from '../domain/account.js';
import { availableBalance } from '../domain/standing.js';
import { pendingEnded, transactionColumns, transactionViewOf } from './transaction-row.js';
import type { TransactionRow as Row } from './transaction-row.js';
import { notEnded } from './transactions-of.js';

/** The highest sequence that any change of the account in the table has taken. */
const highestSql = `
  select greatest(
    (select max(sequence) from transaction where account = $1 and generation = $2),
    (select max(${pendingEnded}) from transaction
      where account = $1 and generation = $2 and status = 'pending'
        and ${pendingEnded} < ${String(notEnded)}),
    0) as highest`;

/** A page is read from a position to older transactions, or back to newer ones. */
type Direction = 'older' | 'newer';

const order = { older: 'day desc, sequence desc', newer: 'day, sequence' } as const;

/**
 * The side where the read begins has the position alone: with a condition more on the day, PostgreSQL
 * begins to read at that condition and walks to the position.
 */
const range = {
  older: '(day, sequence) < ($4, $5) and day >= $6',
  newer: '(day, sequence) > ($4, $5) and day <= $6',
} as const;

/**
 * The transactions of one status as they were at $3, from the position ($4, $5) to the day $6.
 * `sequence + 0` keeps PostgreSQL from reading the whole account in the order of the primary key.
 */
const partSql = (direction: Direction, status: 'booked' | 'pending', isThere: string) => `
  (select ${transactionColumns}
     from transaction
    where account = $1 and generation = $2 and status = '${status}' and ${isThere}
      and ${range[direction]}
    order by ${order[direction]}
    limit $7::bigint + $8::bigint)`;

/** At most $7 transactions behind the first $8. */
function pageSql(direction: Direction, status: TransactionFilter['status']): string {
  const booked = partSql(direction, 'booked', 'sequence + 0 <= $3');
  const pending = partSql(direction, 'pending', `sequence + 0 <= $3 and ${pendingEnded} > $3`);
  const parts = { booked, pending, both: `${booked} union all ${pending}` };
  return `select * from (${parts[status]}) page order by ${order[direction]} limit $7 offset $8`;
}

/** Before and after every day, as texts. */
const [firstDay, afterAllDays] = ['', '~'] as const;

/** A page of the transactions of an account. The values are in the order of the SQL's parameters. */
function transactionsSql(
  { account, generation, filter, limit, place }: GetTransactions,
  highest: number,
) {
  const { status, dateFrom, dateTo } = filter;
  const end = { day: dateTo ?? afterAllDays, sequence: notEnded };
  const start = { day: dateFrom ?? firstDay, sequence: 0 };
  const direction = 'before' in place ? 'newer' : 'older';
  const from = 'before' in place ? laterOf(place.before, start) : earlierOf(place, end);
  const to = 'before' in place ? end.day : start.day;
  const skip = 'skip' in place ? place.skip : 0;
  return {
    name: `accounts.transactions-${status}-${direction}`,
    text: pageSql(direction, status),
    // One more than the page has tells whether more follow.
    values: [account, generation, highest, from.day, from.sequence, to, limit + 1, skip],
  };
}

function laterOf(position: TransactionPosition, start: TransactionPosition): TransactionPosition {
  return position.day < start.day ? start : position;
}

function earlierOf(place: PagePlace, end: TransactionPosition): TransactionPosition {
  return 'after' in place && place.after.day <= end.day ? place.after : end;
}

/** Every pending transaction as it was at $3. */
const allPendingSql = `
  select ${transactionColumns}
    from transaction
   where account = $1 and generation = $2 and status = 'pending'
     and sequence + 0 <= $3 and ${pendingEnded} > $3`;

/** The booked one where there is one: it has the higher sequence. A released one is no transaction. */
const transactionSql = `
  select ${transactionColumns}
    from transaction
   where account = $1 and generation = $2 and transaction_id = $3 and ended = ${String(notEnded)}`;

/** The newest of a card account that was given the id by hand. */
const oneByHandSql = `
  select ${transactionColumns}
    from transaction
   where account = $1 and generation = $2 and ended = ${String(notEnded)}
     and details->'card'->>'cardTransactionId' = $3
   order by sequence desc
   limit 1`;

/** The books in the table of transactions of releases before ADR 90, which has each transaction whole. */
export class EarlierBooks implements Books {
  constructor(private readonly database: Pick<Database, 'pool'>) {}

  async page(query: GetTransactions): Promise<TransactionPage> {
    const highest = query.highest ?? (await this.highestOf(query));
    if (!isAllPending(query.filter)) return pageOf(await this.cutOf(query, highest), highest);
    // The read pages the booked transactions only.
    const filter = { ...query.filter, status: 'booked' } as const;
    const isPaged = query.filter.status === 'both';
    const booked = isPaged ? await this.cutOf({ ...query, filter }, highest) : nothingCut;
    if (!isFirstPage(query, booked)) return pageOf(booked, highest);
    const rows = [...(await this.pendingOf(query, highest)), ...booked.rows];
    return pageOf({ ...booked, rows: rows.sort(newestFirst) }, highest);
  }

  async transaction({
    account,
    generation,
    transactionId,
  }: GetTransaction): Promise<TransactionView | null> {
    const values = [account, generation, transactionId] as const;
    const { pool } = this.database;
    const own = await pool.query<Row>({
      name: 'accounts.transaction',
      text: transactionSql,
      values: [...values],
    });
    const [row = await this.byHand(values)] = own.rows;
    return row === undefined ? null : transactionViewOf(row);
  }

  /** The figures of the copy are those of the view, which `accounts` has. */
  withFigures(accounts: Readable): Promise<Readable> {
    return Promise.resolve(accounts);
  }

  availableOn(account: OpenAccount): Promise<string> {
    return Promise.resolve(availableBalance(account));
  }

  /** What arrives between this statement and the page has a higher sequence, so the page leaves it out. */
  async highestOf({
    account,
    generation,
  }: Pick<GetTransactions, 'account' | 'generation'>): Promise<number> {
    const { rows } = await this.database.pool.query<{ highest: string }>({
      name: 'accounts.transactions-highest',
      text: highestSql,
      values: [account, generation],
    });
    return Number(rows[0]?.highest ?? 0);
  }

  private async cutOf(query: GetTransactions, highest: number): Promise<Cut<Row>> {
    const { rows } = await this.database.pool.query<Row>(transactionsSql(query, highest));
    return cutOf(rows, query.limit, query.place);
  }

  private async pendingOf({ account, generation }: GetTransactions, highest: number) {
    const { rows } = await this.database.pool.query<Row>({
      name: 'accounts.transactions-all-pending',
      text: allPendingSql,
      values: [account, generation, highest],
    });
    return rows;
  }

  /** Only cards have transactions with such an id, so a read of an account asks once. */
  private async byHand(values: readonly [account: string, ...rest: unknown[]]) {
    if (!streams.cardAccount.has(values[0])) return undefined;
    const { rows } = await this.database.pool.query<Row>({
      name: 'accounts.transaction-by-hand',
      text: oneByHandSql,
      values: [...values],
    });
    return rows[0];
  }
}

function pageOf({ rows, first, last }: Cut<Row>, highest: number): TransactionPage {
  return { transactions: rows.map(transactionViewOf), highest, first, last };
}
