import type { ExecutionTerms } from '@nordgate/contracts/profile';
import { EventStore } from '@nordgate/event-store';
import { startLeadingWork } from '@nordgate/service';
import type { RunningWork, StartWork } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { worldMoveStream } from '../domain/world-move.js';
import { worldsWithInstantOrders, worldsWithRuns } from './busy-worlds.rows.js';
import { lookingAtWorlds } from './look-at-worlds.work.js';
import type { WorldWork } from './look-at-worlds.work.js';
import {
  advanceOpenRun,
  closeEndedSchedule,
  completeOtherRuns,
  openDueSlot,
  openStandingSlot,
  pickInstant,
} from './run-steps.work.js';
import { keepingMovedWorlds, movedRows } from '../move-worlds/moved-worlds.rows.js';
import { moveWorldOn } from './move-world.work.js';

/** What the work needs besides the running service. */
export interface ExecuteRunsOptions {
  readonly terms: Pick<ExecutionTerms, 'runs'>;
  readonly environment: string;
  /** Default: the clock of the machine. */
  readonly now?: (() => Date) | undefined;
}

/**
 * Between two looks at the schedule and the open run, and while there is nothing to do. Rows that this process notes end
 * a rest; the moment of a slot and the rows of another process do not.
 */
const runsRest = { restMs: 250, restMaxMs: { withOthers: 1_000, alone: 5_000 } };
/** Between two looks for instant payments: a customer waits for them. */
const instantRest = { restMs: 100, restMaxMs: 5_000 };
/** An order that another replica notes wakes nobody here. */
const sharedRest = { restMs: 100, restMaxMs: 500 };

/** Rows after which a look may find something. */
const noted = [
  'order-book',
  'known-generation',
  'execution-hold',
  'stopped-tpp',
  'maintenance-window',
  'known-run',
  ...movedRows,
];

/** Other runs first: the list of them is of the begin of the look. */
const runSteps = [completeOtherRuns, openDueSlot, openStandingSlot, advanceOpenRun, moveWorldOn];

/** What the leader of the runs does. */
export const runWork: WorldWork = {
  worlds: (executor) => worldsWithRuns(executor, executor.terms.runs),
  stepsIn: ({ isLive }) => (isLive ? runSteps : [closeEndedSchedule]),
  restMaxMs: 5_000,
};

/** What the leader of the instant payments does. */
export const instantWork: WorldWork = {
  worlds: worldsWithInstantOrders,
  stepsIn: () => [pickInstant],
  // The cost of a look does not grow with the number of payments, and a customer waits.
  restMaxMs: sharedRest.restMaxMs,
};

/**
 * Opens the slots of the profile, executes the open run, and picks instant payments as they are approved. One
 * replica leads each of the two works. What one leader leaves at any step, the next one goes on with.
 */
export function startExecutingRuns(
  { database, commands, log }: Parameters<StartWork>[0],
  { terms, environment, now = () => new Date() }: ExecuteRunsOptions,
): RunningWork {
  const store = new EventStore(database, [scheduleStream, batchRunStream, worldMoveStream]);
  const moved = keepingMovedWorlds(database);
  const executor = { database, store, commands, log, terms, environment, now, moved };
  startCounters();
  const onWork = (wake: () => void) => {
    const ends = [
      database.appended.onRows(wake, noted),
      database.appended.onAppend(wake, Object.keys(scheduleStream.events)),
    ];
    return () => ends.forEach((end) => end());
  };
  const lookAtRuns = lookingAtWorlds(runWork, executor);
  let leadership: AbortSignal | undefined;
  const restMaxMs = runsRest.restMaxMs[database.isAlone ? 'alone' : 'withOthers'];
  const runs = startLeadingWork({
    database,
    log,
    name: 'execute-runs',
    onWork,
    restMs: runsRest.restMs,
    restMaxMs,
    work: (leading) => {
      if (leading !== leadership) leaveRunToNext((leadership = leading));
      return lookAtRuns(leading);
    },
  });
  const instant = startLeadingWork({
    database,
    log,
    name: 'execute-instant',
    onWork,
    ...(database.isAlone ? instantRest : sharedRest),
    work: lookingAtWorlds(instantWork, executor),
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
