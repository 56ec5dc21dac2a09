import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../sql/database.js';

/** What is led, and the work of the leader. */
export interface LeadershipOptions {
  readonly database: Pick<Database, 'leaders'>;
  /** There is one leader per name and database. */
  readonly name: string;
  /** Ends the leadership, or the wait for it. */
  readonly signal: AbortSignal;
  /** Runs while this process leads; its signal aborts when the leadership is lost or given up. */
  readonly work: (leading: AbortSignal) => Promise<void>;
  /** Called with every error of the work and of the database. */
  readonly onError: (error: unknown) => void;
}

const tryLock = `select pg_try_advisory_lock(hashtextextended('lead' || chr(31) || $1, 0)) as leads`;
const unlock = `select pg_advisory_unlock(hashtextextended('lead' || chr(31) || $1, 0))`;

/** How long a process waits before it tries to lead again. */
const retryMs = 500;
const heartbeatMs = 2000;
/**
 * The server ends the session of a leader that sends nothing for this long, e.g. because its process
 * was stopped. The lock ends with the session.
 */
const silenceMaxMs = 6000;
/** Longest wait for the server to unlock; the end of the session unlocks as well. */
const unlockMaxMs = 1000;

/**
 * Runs `work` in at most one of the processes that call this, until the signal aborts. When that
 * process ends, dies or hangs, another one takes over. The lock saves work but is not the safety: two
 * processes may believe for a moment that they lead. Writes of the work need a separate fence, as
 * the epoch of a checkpoint.
 *
 * @returns a promise that resolves after the signal; errors go to `onError`, and the process tries again
 */
export async function lead({ signal, ...options }: LeadershipOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await leadOnce(options, signal);
    } catch (error) {
      options.onError(error);
    }
    await sleep(retryMs, undefined, { signal }).catch(() => undefined);
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
  const client = await database.leaders.connect();
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.on('error', lose);
  try {
    // Set before the lock: a process that is stopped just after it got the lock would keep it.
    await client.query(`set idle_session_timeout = ${String(silenceMaxMs)}`);
    const { rows } = await client.query<{ leads: boolean }>(tryLock, [name]);
    if (rows[0]?.leads !== true) return false;
    const beating = heartbeat(client, lose);
    try {
      await work(AbortSignal.any([signal, lost.signal]));
      return true;
    } finally {
      clearInterval(beating);
      // A session ends some time after its connection; the next leader need not wait for that.
      const unlocked = client.query(unlock, [name]).catch(lose);
      await Promise.race([unlocked, sleep(unlockMaxMs, undefined, { ref: false })]);
    }
  } finally {
    // Ends the session, and with it the lock.
    client.release(true);
  }
}

function heartbeat(client: PoolClient, lose: () => void): NodeJS.Timeout {
  return setInterval(() => void client.query('select 1').catch(lose), heartbeatMs);
}
