import { isInfrastructureFailure } from '@nordgate/event-store';
import { defined, isRefusal } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork, worldNow } from '@nordgate/service';
import type { PlaceInTime, RunningWork, WorldClocks, WorldDeadlines } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { RejectPayment } from './end-payment.js';
import { overduePayments } from './unapproved-payments.queries.js';
import type { Overdue } from './unapproved-payments.queries.js';

export interface SweepOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  /** The clocks of the worlds. */
  readonly clocks: Pick<WorldClocks, 'worldsAhead'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  /** How long a payment may wait for its approval. */
  readonly unapprovedHours: number;
  /** Between two sweeps. Default one minute. */
  readonly restMs?: number;
}

/** Payments that are looked up at once; each is ended in its own transaction. */
const pageMax = 100;

/**
 * Ends payments that nobody approved in time (rulings on SCA): one replica leads and sweeps again and
 * again. What one sweep leaves behind, the next one finds.
 */
export function startSweep(options: SweepOptions): RunningWork {
  const { database, log, restMs = 60_000 } = options;
  return startLeadingWork({
    database,
    log,
    name: 'sweep-unapproved',
    restMs,
    work: async (leading) => void (await sweepUnapproved(options, leading)),
  });
}

/** Sweeps once, page by page; answers with how many payments it ended. */
export async function sweepUnapproved(
  options: Omit<SweepOptions, 'restMs'>,
  leading: AbortSignal,
): Promise<number> {
  // The counter is there before its first count.
  instrumentsOf().sweptPayments.add(0);
  let swept = await sweepWorld(options, undefined, leading);
  for (const world of await options.clocks.worldsAhead(options.database)) {
    swept += await sweepWorld(options, world, leading);
  }
  return swept;
}

/** The payments of a world that is ahead of the clocks; those of all worlds, by real time, without one. */
async function sweepWorld(
  options: Omit<SweepOptions, 'restMs'>,
  world: Required<PlaceInTime> | undefined,
  leading: AbortSignal,
): Promise<number> {
  const { database, unapprovedHours: hours } = options;
  const waiting = { hours, ...defined({ world }) };
  let [swept, last] = [0, undefined as Overdue | undefined];
  while (!leading.aborted) {
    const page = await overduePayments(database, waiting, last, pageMax);
    for (const { stream } of page) {
      if (leading.aborted) return swept;
      if (await isEnded(rejection(stream, world?.aheadMs), options)) swept += 1;
    }
    last = page.at(-1);
    if (page.length < pageMax) break;
  }
  return swept;
}

/** One payment that cannot be ended does not keep the others from it. */
async function isEnded(
  rejection: RejectPayment,
  { commands, log }: Pick<SweepOptions, 'commands' | 'log'>,
): Promise<boolean> {
  try {
    // Refused where the PSU was faster.
    if (isRefusal(await commands.execute(rejection))) return false;
    instrumentsOf().sweptPayments.add(1);
    return true;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, 'an unapproved payment could not be ended');
    return false;
  }
}

const notApproved = {
  type: 'RejectPayment',
  data: { by: 'sweep', code: 'PAYMENT_FAILED', reason: 'not-approved-in-time' },
} as const;

function rejection(stream: string, aheadMs: number | undefined): RejectPayment {
  return {
    ...notApproved,
    id: `${stream}/not-approved-in-time`,
    stream,
    meta: {
      at: worldNow(defined({ aheadMs })).toISOString(),
      ...defined({ aheadMs }),
      actor: 'sweep',
    },
  };
}

/** The payments that nobody approved in time, as the clock of a world moves. What is more than a page is left to the sweep. */
export function unapprovedIn(
  database: Pick<Database, 'pool'>,
  { unapprovedHours: hours }: Pick<SweepOptions, 'unapprovedHours'>,
): WorldDeadlines {
  return {
    passedIn: async (world) =>
      (await overduePayments(database, { hours, world }, undefined, pageMax)).map(({ stream }) => ({
        ...notApproved,
        stream,
      })),
  };
}
