import { setTimeout as delay } from 'node:timers/promises';
import { pace } from '../pace.js';

/**
 * Asks a broker again while its answer says that it may answer later: a partition has no leader, or the coordinator of a
 * group is loading.
 *
 * @throws the error of the last attempt, and an error at once that no retry can help
 */
export async function retried<T>(
  ask: () => Promise<T>,
  attemptsMax: number = pace.inspection.leaderAttempts,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const { retriable } = error as { readonly retriable?: boolean };
      if (retriable !== true || attempt >= attemptsMax) throw error;
      await delay(pace.inspection.leaderRetryMs);
    }
  }
}
