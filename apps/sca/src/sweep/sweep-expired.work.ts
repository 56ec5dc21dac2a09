import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork, sweep } from '@nordgate/service';
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
 * Fails the authorisations whose time is over. Nobody has used them, so no request of a PSU ends them. Returns how many
 * failed.
 */
export function sweepExpired(
  { database, commands, log }: Pick<SweepOptions, 'database' | 'commands' | 'log'>,
  leading: AbortSignal,
): Promise<number> {
  return sweep(
    {
      commands,
      log,
      failure: 'an expired authorisation could not be failed',
      page: (after, max) => expiredAuthorisations(database, after, max),
      endOf: expiry,
      count: (ended) => instrumentsOf().sweptAuthorisations.add(ended),
    },
    leading,
  );
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
