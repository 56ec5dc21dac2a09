import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../sql/in-transaction.js';
import type { SliceItem } from './slice.js';

/*
 * A parked message waits in es.parked for an operator, and later messages of its key are parked behind
 * it. Every change to the parked messages of a key holds a lock on that key, so that no message is
 * parked behind a key that has just become free.
 */

const lockKey = `select pg_advisory_xact_lock(hashtextextended($1 || chr(31) || $2, 0))`;

const hasParked = `
select from es.parked where consumer = $1 and key = $2 and discarded_at is null limit 1`;

const park = `
insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (consumer, topic, partition, "offset") do nothing`;

/** Longer reasons are cut, in characters. */
const reasonLengthMax = 2000;

/** A message and the reason why it is parked. */
export interface ParkEntry {
  readonly item: SliceItem;
  readonly reason: string;
}

/**
 * Parks messages, in order, whether or not other messages of their key are parked. A message that is
 * parked already (same consumer, topic, partition and offset) stays as it is.
 */
export async function parkMessages(
  pool: Pool,
  consumer: string,
  entries: readonly ParkEntry[],
): Promise<void> {
  for (const [key, ofKey] of byKey(entries)) {
    await withKeyLocked(pool, consumer, key, (client) => insertAll(client, consumer, ofKey));
  }
}

/**
 * Parks messages behind parked messages of their key.
 *
 * @returns the keys that have become free meanwhile: nothing was parked for them
 */
export async function parkBehind(
  pool: Pool,
  consumer: string,
  entries: readonly ParkEntry[],
): Promise<Set<string>> {
  const free = new Set<string>();
  for (const [key, ofKey] of byKey(entries)) {
    await withKeyLocked(pool, consumer, key, async (client) => {
      const { rowCount } = await client.query(hasParked, [consumer, key]);
      if (rowCount === 0) free.add(key);
      else await insertAll(client, consumer, ofKey);
    });
  }
  return free;
}

/** Runs a change to the parked messages of one key in a transaction that holds the lock of the key. */
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

/** PostgreSQL text cannot hold U+0000, and a message with such a key must be parked all the same. */
function storableText(text: string): string {
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
      storableText(reason).slice(0, reasonLengthMax),
      JSON.stringify(payload ?? null),
      JSON.stringify(headers),
    ]);
  }
}
