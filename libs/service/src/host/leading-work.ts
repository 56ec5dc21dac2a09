import { setTimeout as pause } from 'node:timers/promises';
import { lead } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';

/** Background work that runs. */
export interface RunningWork {
  /** Resolves when all of the work has ended. */
  stop(): Promise<void>;
}

/** Work that one replica of a service repeats. */
export interface LeadingWork {
  readonly database: Pick<Database, 'leaders'>;
  readonly log: Log;
  /** One replica leads for each name and database. */
  readonly name: string;
  /** Between the end of one run and the next. */
  readonly restMs: number;
  /** Runs that find nothing to do rest twice as long each time, up to this. Default `restMs`. */
  readonly restMaxMs?: number;
  /** After a run that failed; the replica keeps the lead. By default it gives the lead up, and the work begins again at once. */
  readonly errorRestMs?: number;
  /** Subscribes to what ends a rest early; returns the end of the subscription. */
  readonly onWork?: (wake: () => void) => () => void;
  /**
   * One run; the signal aborts when this replica no longer leads, or when the work stops. Answers whether it found
   * something to do; nothing is as true.
   */
  readonly work: (leading: AbortSignal) => Promise<boolean | void>;
}

/** Repeats work in the replica that leads. An error is logged and counted, and the work begins again. */
export function startLeadingWork(leadingWork: LeadingWork): RunningWork {
  const { database, log, name } = leadingWork;
  const stopping = new AbortController();
  const count = (errors: number) =>
    instrumentsOf().workErrors.add(errors, { [attributeNames.work]: name });
  // The counter is there before its first count.
  count(0);
  const onError = (error: unknown) => {
    count(1);
    log.error({ err: error, work: name }, 'periodic work failed, it begins again');
  };
  const running = lead({
    database,
    name,
    signal: stopping.signal,
    onError,
    work: (leading) => repeat(leadingWork, leading, onError),
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function repeat(
  { restMs, restMaxMs = restMs, errorRestMs, onWork, work }: LeadingWork,
  leading: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  let woken = new AbortController();
  const unsubscribe = onWork?.(() => woken.abort());
  let nextRestMs = restMs;
  try {
    while (!leading.aborted) {
      // What arrives during the run ends the rest after it.
      woken = new AbortController();
      try {
        const hasWorked = (await work(leading)) ?? true;
        nextRestMs = hasWorked ? restMs : Math.min(nextRestMs * 2, restMaxMs);
      } catch (error) {
        if (errorRestMs === undefined) throw error;
        onError(error);
        nextRestMs = errorRestMs;
      }
      const signal = AbortSignal.any([leading, woken.signal]);
      await pause(nextRestMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe?.();
  }
}
