import { isInfrastructureFailure } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { startLeadingWork } from '@nordgate/service';
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
  const { database, unapprovedHours } = options;
  // The counter is there before its first count.
  instrumentsOf().sweptPayments.add(0);
  let [swept, last] = [0, undefined as Overdue | undefined];
  while (!leading.aborted) {
    const page = await overduePayments(database, unapprovedHours, last, pageMax);
    for (const { stream } of page) {
      if (leading.aborted) return swept;
      if (await isEnded(stream, options)) swept += 1;
    }
    last = page.at(-1);
    if (page.length < pageMax) break;
  }
  return swept;
}

/** One payment that cannot be ended does not keep the others from it. */
async function isEnded(
  stream: string,
  { commands, log }: Pick<SweepOptions, 'commands' | 'log'>,
): Promise<boolean> {
  try {
    // Refused where the PSU was faster.
    if (isRefusal(await commands.execute(rejection(stream)))) return false;
    instrumentsOf().sweptPayments.add(1);
    return true;
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    log.error({ err: error }, 'an unapproved payment could not be ended');
    return false;
  }
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
