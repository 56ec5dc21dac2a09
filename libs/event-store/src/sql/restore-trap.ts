import type { Pool } from 'pg';

/** Transaction ids of stored events that this cluster has not reached yet. */
const newestTransactions = `
select (select max(tx)::text from es.event) as stored,
       pg_snapshot_xmax(pg_current_snapshot())::text as next`;

/**
 * A dump restored into a younger cluster carries transaction ids from that cluster's future: readers
 * would see no event and the order guard would refuse every append. Throws in that case.
 */
export async function refuseFutureTransactions(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ stored: string | null; next: string }>(newestTransactions);
  const [{ stored, next } = { stored: null, next: '0' }] = rows;
  if (stored === null || BigInt(stored) < BigInt(next)) return;
  throw new Error(
    `the newest event was written by transaction ${stored}, but this cluster has only reached ${next}: ` +
      'the data was restored into a younger cluster. Run `npm run operator -- restore rebase` on it before opening it.',
  );
}
