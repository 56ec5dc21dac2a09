import { setTimeout as pause } from 'node:timers/promises';
import { isInMaintenance } from '../maintenance/maintenance.rows.js';
import type { BusyWorld, worldsWithRuns } from './busy-worlds.rows.js';
import type { RunWorker, Step } from './run-steps.work.js';

/** What works in every world. */
export type Executor = Omit<RunWorker, keyof BusyWorld> &
  Pick<Parameters<typeof worldsWithRuns>[0], 'moved'>;

/** What a leader does in each world that has something to do. */
export interface WorldWork {
  readonly worlds: (executor: Executor) => Promise<readonly BusyWorld[]>;
  readonly stepsIn: (world: BusyWorld) => readonly ((worker: RunWorker) => Promise<Step>)[];
  /** The longest rest after a look that took long, in milliseconds. */
  readonly restMaxMs: number;
}

/** The time of a look, and the rest after it, which ends with the lead. */
interface LookPace {
  readonly nowMs: () => number;
  readonly rest: (ms: number, leading: AbortSignal) => Promise<void>;
}

const ownPace: LookPace = {
  nowMs: () => performance.now(),
  rest: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
};

/** A look that took long is not repeated at once: looks at a large run take a tenth of the time. */
const restPerLook = 9;

/** The generations in which the last look failed. */
type Failing = Set<number>;

/**
 * Looks at the worlds until nothing changes in any of them, and then rests. Nothing ends the rest early, and its limit is what an
 * order waits longest after the looks at a slow database. While the bank is maintained, no step is taken. An error of a world of a sandbox is logged when its looks begin to fail, and the other worlds go on. Answers
 * whether a world had something to do. Throws errors of the database and of the one world of production.
 */
export function lookingAtWorlds(
  { worlds, stepsIn, restMaxMs }: WorldWork,
  executor: Executor,
  { nowMs, rest }: LookPace = ownPace,
): (leading: AbortSignal) => Promise<boolean> {
  const failing: Failing = new Set();
  return async (leading) => {
    let [hasMoved, slowestMs, isBusy] = [true, 0, false];
    while (hasMoved && !leading.aborted) {
      [hasMoved, slowestMs] = [false, 0];
      const began = nowMs();
      const busy = await worlds(executor);
      if (busy.length === 0) break;
      isBusy = true;
      const readMs = nowMs() - began;
      // A slot that is due, the open run and instant payments go on where they are after the end.
      if (await isInMaintenance(executor.database, executor.now())) break;
      for (const world of busy) {
        const worldBegan = nowMs();
        const steps = stepsIn(world);
        const now = () => new Date(executor.now().getTime() + (world.aheadMs ?? 0));
        if (await isMovedIn({ ...executor, ...world, now }, { steps, failing, leading }))
          hasMoved = true;
        slowestMs = Math.max(slowestMs, nowMs() - worldBegan);
      }
      slowestMs += readMs;
    }
    // By the slowest world: the rest of instant payments would grow with the number of worlds otherwise.
    await rest(Math.min(slowestMs * restPerLook, restMaxMs), leading);
    return isBusy;
  };
}

interface Attempt {
  readonly steps: ReturnType<WorldWork['stepsIn']>;
  readonly failing: Failing;
  readonly leading: AbortSignal;
}

async function isMovedIn(
  worker: RunWorker,
  { steps, failing, leading }: Attempt,
): Promise<boolean> {
  const { generation } = worker;
  let hasMoved = false;
  try {
    for (const advance of steps) {
      if (leading.aborted) return false;
      if ((await advance(worker)) === 'moved') hasMoved = true;
    }
    failing.delete(generation);
  } catch (error) {
    if (worker.environment === 'production') throw error;
    if (!failing.has(generation)) {
      worker.log.error({ err: error, generation }, 'the runs of a world fail, the others go on');
    }
    failing.add(generation);
  }
  return hasMoved;
}
