import { isInfrastructureFailure } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FailAuthorisation } from '../authorisation/finish-authorisation.js';
import { deleteOldReads } from '../access/unattended-reads.queries.js';
import { deleteOldEnds } from '../authorisation/ended-resources.queries.js';
import { deleteOldLastReads } from '../access/last-reads.queries.js';
import { deleteOldTries } from '../site/limits/wrong-tries.queries.js';
import { expiredAuthorisations } from './expired-authorisations.queries.js';
import type { Expired } from './expired-authorisations.queries.js';

export interface SweepOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  /** Between two sweeps. Default one minute. */
  readonly restMs?: number;
}

/** Authorisations that are read at once. Each fails in its own transaction. */
const pageMax = 100;

/** Sweeps again and again in one of the replicas. What one sweep leaves, the next one finds. */
export function startSweep(options: SweepOptions): RunningWork {
  const { database, log, restMs = 60_000 } = options;
  return startLeadingWork({
    database,
    log,
    name: 'sweep-expired',
    restMs,
    work: async (leading) => {
      await sweepExpired(options, leading);
      await deleteOldTries(database);
      await deleteOldReads(database);
      await deleteOldLastReads(database);
      await deleteOldEnds(database);
    },
  });
}

/**
 * Fails the authorisations whose time is over, page by page. Nobody has used them, so no request of a PSU
 * ends them. Returns how many failed.
 */
export async function sweepExpired(
  options: Pick<SweepOptions, 'database' | 'commands' | 'log'>,
  leading: AbortSignal,
): Promise<number> {
  // The counter is there before its first count.
  instrumentsOf().sweptAuthorisations.add(0);
  let [swept, last] = [0, undefined as Expired | undefined];
  while (!leading.aborted) {
    const page = await expiredAuthorisations(options.database, last, pageMax);
    for (const expired of page) {
      if (leading.aborted) return swept;
      if (await fails(expired, options)) swept += 1;
    }
    last = page.at(-1);
    if (page.length < pageMax) break;
  }
  return swept;
}

/** An authorisation that cannot fail does not keep the others from it. */
async function fails(
  expired: Expired,
  { commands, log }: Pick<SweepOptions, 'commands' | 'log'>,
): Promise<boolean> {
  try {
    if (isRefusal(await commands.execute(expiry(expired)))) return false;
    instrumentsOf().sweptAuthorisations.add(1);
    return true;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, 'an expired authorisation could not be failed');
    return false;
  }
}

function expiry({ stream, now }: Expired): FailAuthorisation {
  return {
    type: 'FailAuthorisation',
    id: `${stream}/expired`,
    stream,
    data: { reason: 'expired' },
    meta: { at: now, actor: 'sweep' },
  };
}
