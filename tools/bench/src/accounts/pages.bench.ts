import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { accountsMigrations } from '@nordgate/accounts/accounts.module';
import { transactionsSql } from '@nordgate/accounts/copied-books.rows';
import { accountKeyOf, transactionPlaces } from '@nordgate/accounts/transaction-place.projection';
import { GetTransactions } from '@nordgate/contracts/queries';
import type { PagePlace } from '@nordgate/contracts/queries';
import { migrateDatabase, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { serviceOnABus } from '@nordgate/service/testing';
import type { Comparison } from '../rounds.js';

const sizes = { small: 1000, large: 1_000_000 } as const;
type Size = keyof typeof sizes;

const pageSize = 200;
const pagesPerRound = 100;
const sides = ['after', 'before'] as const;

/** Pages of a large and of a small account, on their own database. */
export interface PagesBench {
  readonly comparison: Comparison;
  /** The pages of the database that a page of each account reads, by the side from which it is read. */
  readonly buffers: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** A page of 200 transactions far back in an account with a million, against one with a thousand. */
export async function pagesBench(url: string): Promise<PagesBench> {
  await openCrowds(url);
  const accounts = await serviceOnABus(sandboxAccountsApp, ['batch.events.v1'], url);
  const database = accounts.database();
  const read = (size: Size) =>
    pagesPerSecond(async (n) => {
      const side = sides[n % sides.length] ?? 'after';
      const { transactions } = await accounts.ask(pageOf(size, side));
      if (transactions.length < pageSize) throw new Error('the page is too short');
    });
  return {
    comparison: {
      name: `a page of ${String(pageSize)} transactions of an account with ${String(sizes.large)}`,
      // At most 1.3 times as long.
      target: 1 / 1.3,
      against: `the same of an account with ${String(sizes.small)}`,
      ours: () => read('large'),
      baseline: () => read('small'),
      rounds: 15,
    },
    buffers: () => buffersOf(database),
    stop: () => accounts.stop(),
  };
}

/** The page in the middle of the year 2020, of both kinds of transactions. */
function pageOf(size: Size, side: (typeof sides)[number]): GetTransactions {
  const position = { day: '2020-06-01', sequence: sizes[size] };
  const place: PagePlace = side === 'after' ? { after: position } : { before: position };
  const days = { dateFrom: '2020-01-01', dateTo: '2020-12-31' };
  const filter = { status: 'both', allPending: false, ...days } as const;
  return new GetTransactions(`account-${size}`, 0, filter, pageSize, 2 * sizes[size] + 1, place);
}

async function pagesPerSecond(read: (n: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  for (let n = 0; n < pagesPerRound; n += 1) await read(n);
  return pagesPerRound / ((performance.now() - started) / 1000);
}

async function buffersOf(database: Database): Promise<string> {
  const lines = sides.map(async (side) => {
    const small = await buffersFor(database, 'small', side);
    const large = await buffersFor(database, 'large', side);
    return `${side}: ${String(small)} and ${String(large)}`;
  });
  return (await Promise.all(lines)).join(', ');
}

async function buffersFor(
  { pool }: Database,
  size: Size,
  side: (typeof sides)[number],
): Promise<number> {
  const { text, values } = transactionsSql(pageOf(size, side), 2 * sizes[size] + 1);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, timing off) ${text}`,
    values,
  );
  const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/u.exec(plan) ?? [];
  return Number(hit) + Number(read);
}

/** The projection goes on behind the events of the crowds. */
const projected = `
  insert into es.projection (name, version)
  values ('${transactionPlaces.name}', ${String(transactionPlaces.version)});
  insert into es.checkpoint (name, prev) values ('${transactionPlaces.name}', pg_current_snapshot())`;

/** Fills the tables of a new database on a connection without a timeout. */
async function openCrowds(url: string): Promise<void> {
  await migrateDatabase(url, accountsMigrations);
  const options = { url, applicationName: 'nordgate-bench', migrations: [] };
  const database = await openDatabase({ ...options, poolMax: 1 });
  try {
    const patient = { query_timeout: 600_000 };
    const crowds = [eventsSql('small'), placesSql('small'), eventsSql('large'), placesSql('large')];
    const vacuums = ['vacuum analyze transaction_place', 'vacuum analyze es.event'];
    for (const text of ['set statement_timeout = 0', ...crowds, ...vacuums, projected]) {
      await database.pool.query({ text, ...patient });
    }
  } finally {
    await database.close();
  }
}

const dayAt = (size: Size) =>
  `(date '2020-01-01' + (i::bigint * 365 / ${String(sizes[size])})::int)`;

/** The bookings of an account, each of what was reserved before, over a year. */
function eventsSql(size: Size): string {
  const day = `to_char(${dayAt(size)}, 'YYYY-MM-DD')`;
  const amount = `'currency', 'NOK', 'amount', '-1.00', 'details', json_build_object()`;
  return `
  insert into es.event (stream_id, version, type, schema_version, data, meta)
  select 'account-${size}', i, 'PostingsBooked', 1,
         json_build_object(
           'sequence', 2 * i + 1, 'entryId', 'entry-' || i,
           'postings', json_build_array(
             json_build_object(${amount}, 'bookingDate', ${day}, 'valueDate', ${day})),
           'reservation', json_build_object(
             'sequence', 2 * i, 'posting', json_build_object(${amount}, 'date', ${day})),
           'balance', '-1.00', 'at', ${day}),
         '{}'
    from generate_series(1, ${String(sizes[size])}) i`;
}

/** The places of as many booked transactions, and of as many pending ones that have ended. */
function placesSql(size: Size): string {
  return `
  insert into transaction_place (account, sequence, version, id, generation, day, ended)
  select '${accountKeyOf(`account-${size}`)}', 2 * i + kind, i, i, 0,
         to_char(${dayAt(size)}, 'YYYYMMDD')::integer, case kind when 0 then 2 * i + 1 end
    from generate_series(0, 1) kind, generate_series(1, ${String(sizes[size])}) i`;
}
