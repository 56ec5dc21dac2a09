import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@nordgate/event-store';
import { passkeysStreamId } from '../passkeys/passkeys.js';

/** Writes to passkeys that wait until the test releases them. */
export interface HeldPasskeys {
  /** Resolves when a write waits. */
  whenOneWaits(): Promise<void>;
  release(): Promise<void>;
}

/** Holds back writes to passkeys, but no reads, so that a test can act in between. */
export async function holdPasskeysOf(
  { pool }: Database,
  customerId: string,
): Promise<HeldPasskeys> {
  const client = await pool.connect();
  await client.query('begin');
  const lock = 'select from es.stream where stream_id = $1 for update';
  await client.query(lock, [passkeysStreamId(0, customerId)]);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    async whenOneWaits() {
      while ((await pool.query(waiting)).rowCount === 0) await pause(10);
    },
    async release() {
      await client.query('rollback');
      client.release();
    },
  };
}
