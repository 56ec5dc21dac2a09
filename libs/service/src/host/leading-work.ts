import { setTimeout as pause } from 'node:timers/promises';
import { lead } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
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
  /** One run; the signal aborts when this replica no longer leads, or when the work stops. */
  readonly work: (leading: AbortSignal) => Promise<void>;
}

/** Repeats work in the replica that leads. An error is logged, and the work begins again. */
export function startLeadingWork({ database, log, name, restMs, work }: LeadingWork): RunningWork {
  const stopping = new AbortController();
  const running = lead({
    database,
    name,
    signal: stopping.signal,
    onError: (error) =>
      log.error({ err: error, work: name }, 'periodic work failed, it begins again'),
    work: async (leading) => {
      while (!leading.aborted) {
        await work(leading);
        await pause(restMs, undefined, { signal: leading }).catch(() => undefined);
      }
    },
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
