import { isRefusal } from '@nordgate/decider';
import { isInfrastructureFailure } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import type { Log } from '@nordgate/telemetry';

/** What has waited for too long, and the command that ends it. */
export interface Sweep<Overdue> {
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  /** The line of the log when one of them cannot be ended. */
  readonly failure: string;
  /** At most `max` of them, after the last one of the page before. */
  readonly page: (after: Overdue | undefined, max: number) => Promise<readonly Overdue[]>;
  readonly endOf: (one: Overdue) => Parameters<LocalCommands['execute']>[0];
  /** Counts what was ended, beginning with 0. */
  readonly count: (ended: 0 | 1) => void;
}

/** What is looked up at once; each is ended in its own transaction. */
const pageMax = 100;

/**
 * Sweeps all worlds once, page by page; answers with how many it ended. One that cannot be ended does not keep the others from
 * it. Rejects when the database or the bus fails.
 */
export async function sweep<Overdue>(work: Sweep<Overdue>, leading: AbortSignal): Promise<number> {
  // The counter is there before its first count.
  work.count(0);
  let [ended, last] = [0, undefined as Overdue | undefined];
  while (!leading.aborted) {
    const page = await work.page(last, pageMax);
    for (const one of page) {
      if (leading.aborted) return ended;
      if (await isEnded(one, work)) ended += 1;
    }
    last = page.at(-1);
    if (page.length < pageMax) break;
  }
  return ended;
}

async function isEnded<Overdue>(
  one: Overdue,
  { commands, log, failure, endOf, count }: Sweep<Overdue>,
): Promise<boolean> {
  try {
    // Refused where the PSU was faster.
    if (isRefusal(await commands.execute(endOf(one)))) return false;
    count(1);
    return true;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, failure);
    return false;
  }
}
