import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionTerms } from '@nordgate/contracts/profile';
import { EventStore } from '@nordgate/event-store';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork, StartWork } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { isInMaintenance } from '../maintenance/maintenance.rows.js';
import { busyGenerations } from '../order-book/known-generation.rows.js';
import { advanceOpenRun, completeOtherRuns, openDueSlot, pickInstant } from './run-steps.work.js';
import type { RunWorker, Step } from './run-steps.work.js';

/** What the work needs besides the running service. */
export interface ExecuteRunsOptions {
  readonly terms: Pick<ExecutionTerms, 'runs'>;
  readonly environment: string;
  /** Default: the clock of the machine. */
  readonly now?: (() => Date) | undefined;
}

/** Between two looks at the schedule and the open run. */
const runsRestMs = 250;
/** Between two looks for instant payments: a customer waits for them. */
const instantRestMs = 100;
/** A look that took long is not repeated at once: looks at a large run take a tenth of the time at most. */
const restPerLook = 9;

/**
 * Opens the slots of the profile, executes the open run, and picks instant payments as they are approved. One
 * replica leads each of the two works. What one leader leaves at any step, the next one goes on with.
 */
export function startExecutingRuns(
  { database, commands, log }: Parameters<StartWork>[0],
  { terms, environment, now = () => new Date() }: ExecuteRunsOptions,
): RunningWork {
  const store = new EventStore(database, [scheduleStream, batchRunStream]);
  const worker = { database, store, commands, log, terms, environment, now };
  startCounters();
  let leadership: AbortSignal | undefined;
  const runs = startLeadingWork({
    ...{ database, log, name: 'execute-runs', restMs: runsRestMs },
    work: (leading) => {
      if (leading !== leadership) leaveRunToNext((leadership = leading));
      return untilAllWait([openDueSlot, advanceOpenRun, completeOtherRuns], worker, leading);
    },
  });
  const instant = startLeadingWork({
    ...{ database, log, name: 'execute-instant', restMs: instantRestMs },
    work: (leading) => untilAllWait([pickInstant], worker, leading),
  });
  return {
    async stop() {
      await Promise.all([runs.stop(), instant.stop()]);
    },
  };
}

/** A counter that appears with its first count shows Prometheus no increase. */
function startCounters(): void {
  const { completedRuns, pickedPayments, runInProgress } = instrumentsOf();
  pickedPayments.add(0);
  completedRuns.add(0);
  runInProgress.record(0);
}

/** Only the leader reports the open run: the last value of a former leader would look like a run that is stuck. */
function leaveRunToNext(leading: AbortSignal): void {
  const report = () => instrumentsOf().runInProgress.record(0);
  leading.addEventListener('abort', report, { once: true });
}

type Advance = (worker: RunWorker) => Promise<Step>;

/** Repeats the steps in each world until none of them changes anything. While the bank is maintained, none is taken. */
async function untilAllWait(
  steps: readonly Advance[],
  worker: Omit<RunWorker, 'generation'>,
  leading: AbortSignal,
): Promise<void> {
  let [hasMoved, tookMs] = [true, 0];
  while (hasMoved && !leading.aborted) {
    const began = performance.now();
    hasMoved = false;
    // A slot that is due, the open run and instant payments go on where they are after the end.
    if (await isInMaintenance(worker.database, worker.now())) break;
    for (const generation of await busyGenerations(worker.database, worker.environment)) {
      for (const advance of steps) {
        if ((await advance({ ...worker, generation })) === 'moved') hasMoved = true;
      }
    }
    tookMs = performance.now() - began;
  }
  await pause(tookMs * restPerLook, undefined, { signal: leading }).catch(() => undefined);
}
