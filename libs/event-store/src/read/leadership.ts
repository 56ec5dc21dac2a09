import { setTimeout as sleep } from 'node:timers/promises';
import type { Leaders } from '../sql/leader-session.js';

/** What is led, and the work of the leader. */
export interface LeadershipOptions {
  readonly database: { readonly leaders: Leaders };
  /** There is one leader per name and database. */
  readonly name: string;
  /** Ends the leadership, or the wait for it. */
  readonly signal: AbortSignal;
  /** Runs while this process leads; its signal aborts when the leadership is lost or given up. */
  readonly work: (leading: AbortSignal) => Promise<void>;
  /** Called with every error of the work and of the database. */
  readonly onError: (error: unknown) => void;
}

/** How long a process waits before it tries to lead again. */
const retryMs = 500;
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
  const lock = await database.leaders.tryLock(name);
  if (lock === undefined) return false;
  try {
    await work(AbortSignal.any([signal, lock.lost]));
    return true;
  } finally {
    await lock.release();
  }
}
