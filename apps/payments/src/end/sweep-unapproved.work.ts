import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork, sweep, worldNow } from '@nordgate/service';
import type { RunningWork, WorldClocks, WorldDeadlines } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { RejectPayment } from './end-payment.js';
import { overdueInWorld, overduePayments } from './unapproved-payments.rows.js';
import type { Overdue } from './unapproved-payments.rows.js';

export interface SweepOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
  /** The clocks of the worlds. */
  readonly clocks: WorldClocks;
  /** How long a payment may wait for its approval. */
  readonly unapprovedHours: number;
  /** Between two sweeps. Default one minute. */
  readonly restMs?: number;
}

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

/** Sweeps once; answers with how many payments it ended. */
export function sweepUnapproved(
  { database, commands, log, clocks, unapprovedHours: hours }: Omit<SweepOptions, 'restMs'>,
  leading: AbortSignal,
): Promise<number> {
  return sweep<Overdue>(
    {
      commands,
      log,
      failure: 'an unapproved payment could not be ended',
      page: (after, max) => overduePayments(database, { hours, clocks }, after, max),
      endOf: rejection,
      count: (ended) => instrumentsOf().sweptPayments.add(ended),
    },
    leading,
  );
}

const notApproved = {
  type: 'RejectPayment',
  data: { by: 'sweep', code: 'PAYMENT_FAILED', reason: 'not-approved-in-time' },
} as const;

function rejection({ stream, aheadMs }: Overdue): RejectPayment {
  const at = worldNow({ aheadMs }).toISOString();
  return {
    ...notApproved,
    id: `${stream}/not-approved-in-time`,
    stream,
    meta: { at, ...(aheadMs > 0 && { aheadMs }), actor: 'sweep' },
  };
}

/** Payments that end as the clock of a world moves. What is more is left to the sweep. */
const pageMax = 100;

/** The payments that nobody approved in time, as the clock of a world moves. */
export function unapprovedIn(
  database: Pick<Database, 'pool'>,
  { unapprovedHours: hours }: Pick<SweepOptions, 'unapprovedHours'>,
): WorldDeadlines {
  return {
    passedIn: async (world) =>
      (await overdueInWorld(database, hours, world, pageMax)).map(({ stream }) => ({
        ...notApproved,
        stream,
      })),
  };
}
