import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../sql/database.js';

export interface LeadershipOptions {
  readonly database: Pick<Database, 'pool'>;
  /** What is led: one leader per name and database. */
  readonly name: string;
  /** Ends the leadership, and waiting for it. */
  readonly signal: AbortSignal;
  /** Runs while this process leads; its signal aborts when the leadership is lost or given up. */
  readonly work: (leading: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const tryLock = `select pg_try_advisory_lock(hashtextextended('lead' || chr(31) || $1, 0)) as leads`;

/** How often somebody who does not lead asks again. */
const askAgainMs = 500;
const heartbeatMs = 1000;
/**
 * A leader that is silent for so long, e.g. because its process was stopped, is taken off by the
 * server: the lock goes with the session.
 */
const silenceMaxMs = 6000;

/**
 * Runs `work` in at most one of all processes that ask, as long as the signal lets it; when that one
 * ends, dies or falls silent, another takes over. The lock is the wake-up, not the safety: what the
 * work writes has to be fenced by itself, as a reader's checkpoint is by its epoch.
 */
export async function lead({ signal, ...options }: LeadershipOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await leadOnce(options, signal);
    } catch (error) {
      options.onError(error);
    }
    await pause(askAgainMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Runs `work` if nobody leads, else answers false at once: no waiting for one's turn.
 * Throws what the work throws.
 */
export async function leadOnce(
  { database, name, work }: Pick<LeadershipOptions, 'database' | 'name' | 'work'>,
  signal: AbortSignal,
): Promise<boolean> {
  const client = await database.pool.connect();
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.on('error', lose);
  try {
    // Before the lock: a process that is stopped as it gets it would keep it for ever.
    await client.query(`set idle_session_timeout = ${String(silenceMaxMs)}`);
    const { rows } = await client.query<{ leads: boolean }>(tryLock, [name]);
    if (rows[0]?.leads !== true) return false;
    const beating = heartbeat(client, lose);
    try {
      await work(AbortSignal.any([signal, lost.signal]));
      return true;
    } finally {
      clearInterval(beating);
    }
  } finally {
    // The session ends, and the lock with it.
    client.release(true);
  }
}

function heartbeat(client: PoolClient, lose: () => void): NodeJS.Timeout {
  return setInterval(() => void client.query('select 1').catch(lose), heartbeatMs);
}
