import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork, sweep } from '@nordgate/service';
import type { RunningWork, WorldClocks, WorldDeadlines } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FailAuthorisation } from '../authorisation/finish-authorisation.js';
import { deleteOldReads } from '../access/unattended-reads.rows.js';
import { deleteOldEnds } from '../authorisation/ended-resources.rows.js';
import { deleteOldLastReads } from '../access/last-reads.rows.js';
import { deleteOldTries } from '../site/limits/wrong-tries.rows.js';
import { expiredAuthorisations, expiredInWorld } from './expired-authorisations.rows.js';
import type { Expired } from './expired-authorisations.rows.js';

export interface SweepOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  /** The clocks of the worlds. */
  readonly clocks: WorldClocks;
  /** Months after which authorisations are deleted. Default: never. */
  readonly authorisationMonths?: number | undefined;
  /** Between two sweeps. Default one minute. */
  readonly restMs?: number | undefined;
}

/** Sweeps again and again in one of the replicas. What one sweep leaves, the next one finds. */
export function startSweep(options: SweepOptions): RunningWork {
  const { authorisationMonths, database, log, restMs = 60_000 } = options;
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
      await deleteOldEnds(database, authorisationMonths);
    },
  });
}

/**
 * Fails the authorisations whose time is over. Nobody has used them, so no request of a PSU ends them. One that nobody
 * has touched has no stream that could fail. Returns how many failed.
 */
export function sweepExpired(
  { database, commands, log, clocks }: Omit<SweepOptions, 'restMs' | 'authorisationMonths'>,
  leading: AbortSignal,
): Promise<number> {
  return sweep<Expired>(
    {
      commands,
      log,
      failure: 'an expired authorisation could not be failed',
      page: (after, max) => expiredAuthorisations(database, { after, clocks }, max),
      endOf: expiry,
      count: (ended) => instrumentsOf().sweptAuthorisations.add(ended),
    },
    leading,
  );
}

const expire = { type: 'FailAuthorisation', data: { reason: 'expired' } } as const;

function expiry({ stream, now: at, aheadMs }: Expired): FailAuthorisation {
  const meta = { at, ...(aheadMs > 0 && { aheadMs }), actor: 'sweep' };
  return { ...expire, id: `${stream}/expired`, stream, meta };
}

/** Authorisations that expire as the clock of a world moves. What is more is left to the sweep. */
const pageMax = 100;

/** The authorisations that expire as the clock of a world moves. */
export function expiredIn(database: Pick<Database, 'pool'>): WorldDeadlines {
  return {
    passedIn: async (world) =>
      (await expiredInWorld(database, world, pageMax)).map(({ stream }) => ({
        ...expire,
        stream,
      })),
  };
}
