import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@nordgate/event-store';
import { passkeysStreamId } from '../domain/passkeys.js';

/** Writes to a customer's passkeys, held back: what reads is not. */
export interface HeldPasskeys {
  /** Comes back as soon as a write waits. */
  whenOneWaits(): Promise<void>;
  release(): Promise<void>;
}

/** Holds back what would write to a customer's passkeys, so that a test can come between. */
export async function holdPasskeysOf(
  { pool }: Database,
  customerId: string,
): Promise<HeldPasskeys> {
  const client = await pool.connect();
  await client.query('begin');
  const lock = 'select from es.stream where stream_id = $1 for update';
  await client.query(lock, [passkeysStreamId(customerId)]);
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
