import { setTimeout as pause } from 'node:timers/promises';
import { accountsStreams } from '@nordgate/accounts/accounts.module';
import { GetTransaction, GetTransactions } from '@nordgate/contracts/queries';
import type { TransactionView } from '@nordgate/contracts/queries';
import { rebuild } from '@nordgate/event-store';
import type { CoreAccounts } from '../core-accounts.js';

const pageMax = 200;
const lookMs = 200;
const projectedMaxMs = 600_000;
const patient = { query_timeout: 3_600_000 };

/** All transactions of an account, or those of a day, page by page as a TPP reads them. */
export async function readPages(
  { queries }: CoreAccounts,
  account: string,
  day: string | null = null,
): Promise<readonly TransactionView[]> {
  const filter = { status: 'booked', allPending: false, dateFrom: day, dateTo: day } as const;
  const found: TransactionView[] = [];
  let place: GetTransactions['place'] = { skip: 0 };
  let highest: number | null = null;
  for (;;) {
    const page: GetTransactions['answer'] = await queries.ask(
      new GetTransactions(account, 0, filter, pageMax, highest, place),
    );
    if (page === null) return found;
    found.push(...page.transactions);
    if (page.last === null) return found;
    [place, highest] = [{ after: page.last }, page.highest];
  }
}

/** One transaction, by its id. */
export function readOne(
  { queries }: CoreAccounts,
  account: string,
  { transactionId }: TransactionView,
): Promise<TransactionView | null> {
  return queries.ask(new GetTransaction(account, 0, transactionId));
}

/** In kroner. */
export const sumOf = (transactions: readonly { readonly amount: string }[]) =>
  transactions.reduce((sum, { amount }) => sum + Number(amount), 0);

/** The balance of each account in kroner, by its stream. */
export async function balancesIn({ database }: CoreAccounts): Promise<ReadonlyMap<string, number>> {
  const text = `
    select stream_id as stream, coalesce(state ->> 'balance', '0')::float8 as balance
      from es.view where stream_type = 'account'`;
  const { rows } = await database.pool.query<{ stream: string; balance: number }>(text);
  return new Map(rows.map(({ stream, balance }) => [stream, balance]));
}

/** Rows and a checksum of the table of places of transactions. */
export async function transactionsIn({ database }: CoreAccounts) {
  const text = `
    select count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
      from transaction_place t`;
  const { rows } = await database.pool.query<{ rows: number; checksum: string }>({
    text,
    ...patient,
  });
  return { rows: rows[0]?.rows ?? 0, checksum: rows[0]?.checksum ?? '' };
}

/** Events of accounts. */
export async function eventsIn({ database }: CoreAccounts): Promise<number> {
  const text = 'select count(*)::float8 as events from es.event';
  const { rows } = await database.pool.query<{ events: number }>({ text, ...patient });
  return rows[0]?.events ?? 0;
}

/** Resolves when the table of transactions has this many rows. */
export async function untilProjected(core: CoreAccounts, rows: number): Promise<void> {
  const counting = { text: 'select count(*)::float8 as rows from transaction_place', ...patient };
  const read = async () =>
    (await core.database.pool.query<{ rows: number }>(counting)).rows[0]?.rows ?? 0;
  for (const started = performance.now(); (await read()) < rows; await pause(lookMs))
    if (performance.now() - started > projectedMaxMs) throw new Error('rows are missing');
}

/** Rebuilds the table of transactions beside the one in use, and waits until it has taken its place. */
export async function rebuildTransactions({ database }: CoreAccounts): Promise<void> {
  const { pool } = database;
  await pool.query('update es.projection set rebuild_requested_at = now()');
  const open = `
    select from es.projection where rebuild_requested_at is not null or shadow_version is not null`;
  while ((await pool.query(open)).rowCount !== 0) await pause(lookMs);
}

/** The accounts whose state is not the fold of their events. */
export async function driftedAccounts({ database }: CoreAccounts): Promise<readonly string[]> {
  const streamType = accountsStreams.find(({ name }) => name === 'account');
  if (streamType === undefined) throw new Error('accounts has no accounts');
  return (await rebuild({ database, streamType, mode: 'compare' })).drifted;
}
