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
import {
  accountKeyOf,
  dayNumberOf,
  dayOf,
  idKeyOf,
  isThereNow,
} from './transaction-place.projection.js';
import { transactionViewOf } from './transaction-row.js';
import { placeColumns, transactionsAt } from './transactions-at.rows.js';
import type { PlaceRow } from './transactions-at.rows.js';
import { notEnded } from './transactions-of.js';

/** A place with its day as text. */
type Place = Omit<PlaceRow, 'day'> & { readonly day: string };

/** The highest sequence that any change of the account in the table has taken. */
const highestSql = `
  select greatest(
    (select max(sequence) from transaction_place where account = $1 and generation = $2),
    (select max(ended) from transaction_place
      where account = $1 and generation = $2 and ended is not null and ended < ${String(notEnded)}),
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
 * The places of the transactions of one status as they were at $3, from the position ($4, $5) to the day $6.
 * `sequence + 0` keeps PostgreSQL from reading the whole account in the order of the primary key.
 */
const partSql = (direction: Direction, isThere: string) => `
  (select ${placeColumns}
     from transaction_place
    where account = $1 and generation = $2 and sequence + 0 <= $3 and ${isThere}
      and ${range[direction]}
    order by ${order[direction]}
    limit $7::bigint + $8::bigint)`;

/** At most $7 places behind the first $8. */
function pageSql(direction: Direction, status: TransactionFilter['status']): string {
  const booked = partSql(direction, 'ended is null');
  const pending = partSql(direction, 'ended is not null and ended > $3');
  const parts = { booked, pending, both: `${booked} union all ${pending}` };
  return `select * from (${parts[status]}) page order by ${order[direction]} limit $7 offset $8`;
}

/** Before and after every day. */
const [firstDay, afterAllDays] = ['0000-01-01', '9999-99-99'] as const;

/** The places of a page of the transactions of an account. The values are in the order of the SQL's parameters. */
export function transactionsSql(
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
    name: `accounts.places-${status}-${direction}`,
    text: pageSql(direction, status),
    // One more than the page has tells whether more follow.
    values: [
      accountKeyOf(account),
      generation,
      highest,
      dayNumberOf(from.day),
      from.sequence,
      dayNumberOf(to),
      limit + 1,
      skip,
    ],
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
  select ${placeColumns}
    from transaction_place
   where account = $1 and generation = $2 and sequence + 0 <= $3
     and ended is not null and ended > $3`;

/** The booked one where there is one. A released one is no transaction. */
export const placeSql = `
  select ${placeColumns}
    from transaction_place
   where account = $1 and generation = $2 and id = $3 and ${isThereNow}`;

/** The newest of a card account that was given the id by hand. */
const placeByHandSql = `
  select ${placeColumns}
    from transaction_place
   where account = $1 and generation = $2 and given_id = $3 and ${isThereNow}
   order by sequence desc`;

/** The books in the copy: views of accounts, the places of their transactions, and the events at these places. */
export class CopiedBooks implements Books {
  constructor(private readonly database: Pick<Database, 'pool'>) {}

  async page(query: GetTransactions): Promise<TransactionPage> {
    const highest = query.highest ?? (await this.highestOf(query));
    if (!isAllPending(query.filter))
      return this.pageOf(query, await this.cutOf(query, highest), highest);
    // The read pages the booked transactions only.
    const filter = { ...query.filter, status: 'booked' } as const;
    const isPaged = query.filter.status === 'both';
    const booked = isPaged ? await this.cutOf({ ...query, filter }, highest) : nothingCut;
    if (!isFirstPage(query, booked)) return this.pageOf(query, booked, highest);
    const rows = [...(await this.pendingOf(query, highest)), ...booked.rows];
    return this.pageOf(query, { ...booked, rows: rows.sort(newestFirst) }, highest);
  }

  async transaction(query: GetTransaction): Promise<TransactionView | null> {
    const found = await this.transactionsIn(query, { name: 'accounts.place', text: placeSql });
    const own = found.find(({ transactionId }) => transactionId === query.transactionId);
    const one = own ?? (await this.byHand(query));
    return one === undefined ? null : transactionViewOf(one);
  }

  /** The figures of the copy are those of the view, which `accounts` has. */
  withFigures(accounts: Readable): Promise<Readable> {
    return Promise.resolve(accounts);
  }

  availableOn(account: OpenAccount): Promise<string> {
    return Promise.resolve(availableBalance(account));
  }

  /**
   * The highest sequence that the table has of an account. What arrives between this statement and the page has a higher
   * one, so the page leaves it out.
   */
  async highestOf({
    account,
    generation,
  }: Pick<GetTransactions, 'account' | 'generation'>): Promise<number> {
    const { rows } = await this.database.pool.query<{ highest: string }>({
      name: 'accounts.places-highest',
      text: highestSql,
      values: [accountKeyOf(account), generation],
    });
    return Number(rows[0]?.highest ?? 0);
  }

  private async cutOf(query: GetTransactions, highest: number): Promise<Cut<Place>> {
    const { rows } = await this.database.pool.query<PlaceRow>(transactionsSql(query, highest));
    return cutOf(rows.map(withDay), query.limit, query.place);
  }

  private async pendingOf(
    { account, generation }: GetTransactions,
    highest: number,
  ): Promise<readonly Place[]> {
    const { rows } = await this.database.pool.query<PlaceRow>({
      name: 'accounts.places-all-pending',
      text: allPendingSql,
      values: [accountKeyOf(account), generation, highest],
    });
    return rows.map(withDay);
  }

  private async pageOf(
    { account }: GetTransactions,
    { rows, first, last }: Cut<Place>,
    highest: number,
  ): Promise<TransactionPage> {
    const transactions = await transactionsAt(this.database, account, rows);
    return { transactions: transactions.map(transactionViewOf), highest, first, last };
  }

  /** Only cards have transactions with such an id, so a read of an account asks once. */
  private async byHand(query: GetTransaction) {
    if (!streams.cardAccount.has(query.account)) return undefined;
    const statement = { name: 'accounts.place-by-hand', text: placeByHandSql };
    const found = await this.transactionsIn(query, statement);
    return found.find(({ details }) => details.card?.cardTransactionId === query.transactionId);
  }

  /** The key of an id has a part of its bits: the caller compares the whole id. */
  private async transactionsIn(
    query: GetTransaction,
    statement: { readonly name: string; readonly text: string },
  ) {
    const { account, generation, transactionId } = query;
    const values = [accountKeyOf(account), generation, idKeyOf(query, transactionId)];
    const { rows } = await this.database.pool.query<PlaceRow>({ ...statement, values });
    return transactionsAt(this.database, account, rows);
  }
}

const withDay = (row: PlaceRow): Place => ({ ...row, day: dayOf(row.day) });
