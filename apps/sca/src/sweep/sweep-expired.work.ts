import { isInfrastructureFailure } from '@nordgate/event-store';
import { defined, isRefusal } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork } from '@nordgate/service';
import type { PlaceInTime, RunningWork, WorldClocks, WorldDeadlines } from '@nordgate/service';
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
  /** The clocks of the worlds. */
  readonly clocks: Pick<WorldClocks, 'worldsAhead'>;
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
  options: Omit<SweepOptions, 'restMs'>,
  leading: AbortSignal,
): Promise<number> {
  // The counter is there before its first count.
  instrumentsOf().sweptAuthorisations.add(0);
  let swept = await sweepWorld(options, undefined, leading);
  for (const world of await options.clocks.worldsAhead(options.database)) {
    swept += await sweepWorld(options, world, leading);
  }
  return swept;
}

/** The authorisations of a world that is ahead of the clocks; those of all worlds, by real time, without one. */
async function sweepWorld(
  options: Omit<SweepOptions, 'restMs'>,
  world: Required<PlaceInTime> | undefined,
  leading: AbortSignal,
): Promise<number> {
  let [swept, last] = [0, undefined as Expired | undefined];
  while (!leading.aborted) {
    const page = await expiredAuthorisations(
      options.database,
      defined({ after: last, world }),
      pageMax,
    );
    for (const expired of page) {
      if (leading.aborted) return swept;
      if (await fails(expiry(expired, world?.aheadMs), options)) swept += 1;
    }
    last = page.at(-1);
    if (page.length < pageMax) break;
  }
  return swept;
}

/** An authorisation that cannot fail does not keep the others from it. */
async function fails(
  expiry: FailAuthorisation,
  { commands, log }: Pick<SweepOptions, 'commands' | 'log'>,
): Promise<boolean> {
  try {
    if (isRefusal(await commands.execute(expiry))) return false;
    instrumentsOf().sweptAuthorisations.add(1);
    return true;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, 'an expired authorisation could not be failed');
    return false;
  }
}

const expire = { type: 'FailAuthorisation', data: { reason: 'expired' } } as const;

function expiry({ stream, now: at }: Expired, aheadMs: number | undefined): FailAuthorisation {
  const meta = { at, ...defined({ aheadMs }), actor: 'sweep' };
  return { ...expire, id: `${stream}/expired`, stream, meta };
}

/** The authorisations that expire as the clock of a world moves. What is more than a page is left to the sweep. */
export function expiredIn(database: Pick<Database, 'pool'>): WorldDeadlines {
  return {
    passedIn: async (world) =>
      (await expiredAuthorisations(database, { world }, pageMax)).map(({ stream }) => ({
        ...expire,
        stream,
      })),
  };
}
