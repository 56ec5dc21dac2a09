import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { transactionsSql } from '@nordgate/accounts/copied-books.rows';
import { GetTransactions } from '@nordgate/contracts/queries';
import type { PagePlace } from '@nordgate/contracts/queries';
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
  const accounts = await serviceOnABus(sandboxAccountsApp, [], url);
  const database = accounts.database();
  await openCrowds(database).catch(async (error: unknown) => {
    await accounts.stop();
    throw error;
  });
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
  return new GetTransactions(size, 0, filter, pageSize, 2 * sizes[size] + 1, place);
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

/** Fills the table on a connection without a timeout, which ends afterwards. */
async function openCrowds({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const patient = { query_timeout: 600_000 };
    for (const text of [crowdSql('small'), crowdSql('large'), 'vacuum analyze transaction']) {
      await client.query({ text, ...patient });
    }
  } finally {
    client.release(true);
  }
}

/** An account with so many booked transactions over a year, and as many pending ones that have ended. */
function crowdSql(size: Size): string {
  const rows = String(sizes[size]);
  return `
  insert into transaction (account, generation, sequence, transaction_id, entry_id, status, day,
                           currency, amount, details, ended)
  select '${size}', 0, 2 * i + kind, i::text, i::text,
         case kind when 0 then 'pending' else 'booked' end,
         (date '2020-01-01' + (i::bigint * 365 / ${rows})::int)::text, 'NOK', '-1.00', '{}',
         case kind when 0 then 2 * i + 1 else ${String(Number.MAX_SAFE_INTEGER)} end
    from generate_series(0, 1) kind, generate_series(1, ${rows}) i`;
}
