import type { Pool, PoolClient } from 'pg';
import { openReader } from '../read/snapshot-delta-reader.js';
import type { Page } from '../read/snapshot-delta-reader.js';
import type { Database } from '../sql/database.js';
import { inTransaction } from '../sql/in-transaction.js';
import { partOf } from './export-part.js';
import type { ExportPart } from './export-part.js';
import type { ObjectStore } from './object-store.js';
import { ExportListing } from './read-export.js';

/** What is exported, and where it goes. */
export interface ExportOptions {
  readonly database: Database;
  /** The name of the service: the first part of the names of its objects. */
  readonly service: string;
  readonly store: ObjectStore;
  /** Events of one part at most; a part also ends at 8 MiB of their data. Default 5000. */
  readonly partMax?: number;
}

/** What one run has exported. */
export interface ExportCount {
  readonly parts: number;
  readonly events: number;
}

/** The checkpoint of the export. Streams that it has not passed are not deleted (retention/ended-streams.ts). */
export const exportReader = 'export';

/**
 * Exports what was appended since the last run, in commit order, part after part, until nothing is left or the signal
 * aborts. A part is in the store before the database knows it: a kill in between writes the part again, perhaps with
 * more events, under another name. Every event is in a part that the database knows, once.
 *
 * @throws StaleReaderError when another process exports; errors of the store and of the driver
 */
export async function exportEvents(
  { database, service, store, partMax = 5000 }: ExportOptions,
  signal: AbortSignal,
): Promise<ExportCount> {
  const reader = await openReader({ database, name: exportReader });
  const count = { parts: 0, events: 0 };
  while (!signal.aborted) {
    const page = await reader.read(partMax);
    if (page.events.length === 0) break;
    const last = await lastPart(database.pool);
    const head = { service, number: last.number + 1, previous: last.sha256 };
    const part = await partOf(head, page.events);
    await store.put(part.name, part.bytes);
    await inTransaction(database.pool, async (client) => {
      // First the checkpoint: it refuses a writer that another one has followed.
      await page.done(client);
      await notePart(client, head.number, part, page);
    });
    count.parts += 1;
    count.events += page.events.length;
  }
  return count;
}

async function lastPart(pool: Pool): Promise<{ number: number; sha256: string | null }> {
  const { rows } = await pool.query<{ number: string; sha256: string }>(
    'select number, sha256 from es.export order by number desc limit 1',
  );
  const [row] = rows;
  return row === undefined
    ? { number: 0, sha256: null }
    : { number: Number(row.number), sha256: row.sha256 };
}

const noteStatement = `
insert into es.export (number, object, sha256, events, bytes, first_at, last_at, oldest_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)`;

async function notePart(
  client: PoolClient,
  number: number,
  { name, sha256, bytes }: ExportPart,
  { events }: Page,
): Promise<void> {
  const oldest = events.map(({ at }) => at).toSorted()[0];
  const times = [events[0]?.at, events.at(-1)?.at, oldest];
  const values = [number, name, sha256, events.length, bytes.length, ...times];
  await client.query(noteStatement, values);
}

/**
 * The numbers of the parts that the database knows and the store does not have, as they were first written or rewritten. The names
 * have the hashes, so a part that was replaced is among them. Errors of the store and of the driver pass through.
 */
export async function lackingParts(
  pool: Pool,
  store: ObjectStore,
  service: string,
): Promise<readonly number[]> {
  // First the rows: a part is in the store before it has a row.
  const { rows } = await pool.query<{ number: string; sha256: string }>(
    'select number, sha256 from es.export order by number',
  );
  const listing = await ExportListing.of(store, service);
  return rows
    .map(({ number, sha256 }) => ({ number: Number(number), sha256 }))
    .filter(({ number, sha256 }) => !listing.has(number, sha256))
    .map(({ number }) => number);
}
