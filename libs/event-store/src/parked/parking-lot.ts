import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../sql/in-transaction.js';
import type { SliceItem } from '../write/slice-item.js';

/** Parking and freeing of one key take turns, so no message slips behind a key that just got free. */
const lockKey = `select pg_advisory_xact_lock(hashtextextended($1 || chr(31) || $2, 0))`;

const hasParked = `
select from es.parked where consumer = $1 and key = $2 and discarded_at is null limit 1`;

const park = `
insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (consumer, topic, partition, "offset") do nothing`;

/** A message that is put aside. */
export interface ParkEntry {
  readonly item: SliceItem;
  readonly reason: string;
}

/** Parks messages of one key, in order, whether or not others of the key are parked. */
export async function parkAll(
  pool: Pool,
  consumer: string,
  entries: readonly ParkEntry[],
): Promise<void> {
  for (const [key, ofKey] of byKey(entries)) {
    await inTransaction(pool, async (client) => {
      await client.query(lockKey, [consumer, key]);
      await insertAll(client, consumer, ofKey);
    });
  }
}

/**
 * Parks messages behind parked ones of their key. Answers the keys that turned out to be free
 * meanwhile: nothing was parked for them.
 */
export async function parkBehind(
  pool: Pool,
  consumer: string,
  entries: readonly ParkEntry[],
): Promise<Set<string>> {
  const free = new Set<string>();
  for (const [key, ofKey] of byKey(entries)) {
    await inTransaction(pool, async (client) => {
      await client.query(lockKey, [consumer, key]);
      const { rowCount } = await client.query(hasParked, [consumer, key]);
      if (rowCount === 0) free.add(key);
      else await insertAll(client, consumer, ofKey);
    });
  }
  return free;
}

/** Runs a change to the parked messages of one key alone. */
export async function withKeyLocked<T>(
  pool: Pool,
  consumer: string,
  key: string,
  change: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(lockKey, [consumer, key]);
    return change(client);
  });
}

/** PostgreSQL has no text with U+0000, and such a key must be parked all the same. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}

function byKey(entries: readonly ParkEntry[]): Map<string, ParkEntry[]> {
  return Map.groupBy(entries, ({ item }) => storableText(item.key));
}

async function insertAll(
  client: PoolClient,
  consumer: string,
  entries: readonly ParkEntry[],
): Promise<void> {
  for (const { item, reason } of entries) {
    const { topic, partition, offset, payload, headers } = item.source;
    await client.query(park, [
      consumer,
      storableText(item.key),
      topic,
      partition,
      offset,
      storableText(reason).slice(0, 2000),
      JSON.stringify(payload ?? null),
      JSON.stringify(headers),
    ]);
  }
}
