import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork, sweep } from '@nordgate/service';
import type { RunningWork } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { RejectPayment } from './end-payment.js';
import { overduePayments } from './unapproved-payments.queries.js';
import type { Overdue } from './unapproved-payments.queries.js';

export interface SweepOptions {
  readonly database: Pick<Database, 'pool' | 'leaders'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Log;
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
  { database, commands, log, unapprovedHours }: Omit<SweepOptions, 'restMs'>,
  leading: AbortSignal,
): Promise<number> {
  return sweep<Overdue>(
    {
      commands,
      log,
      failure: 'an unapproved payment could not be ended',
      page: (after, max) => overduePayments(database, unapprovedHours, after, max),
      endOf: ({ stream }) => rejection(stream),
      count: (ended) => instrumentsOf().sweptPayments.add(ended),
    },
    leading,
  );
}

function rejection(stream: string): RejectPayment {
  return {
    type: 'RejectPayment',
    id: `${stream}/not-approved-in-time`,
    stream,
    data: { by: 'sweep', code: 'PAYMENT_FAILED', reason: 'not-approved-in-time' },
    meta: { at: new Date().toISOString(), actor: 'sweep' },
  };
}
