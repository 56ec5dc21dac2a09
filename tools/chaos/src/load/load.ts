import type { Chance } from '../chance.js';
import type { HistoryFile } from '../history/history-file.js';
import { Amounts } from '../money.js';
import { keepRunning } from './batch-runs.js';
import { Writer } from './writer.js';
import type { Parties } from './parties.js';

interface LoadOptions {
  readonly parties: Parties;
  readonly history: HistoryFile;
  readonly chance: Chance;
  readonly writers: number;
  /** Whether the clock of a gateway may be wrong, which then refuses the date of a right request. Default: no. */
  readonly areClocksWrong?: boolean;
}

/** Load that runs until it is stopped. */
interface RunningLoad {
  /** Finishes requests in progress. An unanswered request is repeated for 6 s more. */
  stop(): Promise<void>;
}

const delayMsMax = 200;
/** A bank that is up again answers within this time. */
const lastRepeatsMs = 6000;

/** Starts this many writers, each with its own random numbers, and somebody who runs the batch. */
export function startLoad(options: LoadOptions): RunningLoad {
  const { writers, chance, areClocksWrong = false, parties, history } = options;
  const shared = { parties, history, areClocksWrong };
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const amounts = new Amounts();
  const running = Array.from({ length: writers }, () =>
    new Writer({
      ...shared,
      amounts,
      chance: chance.fork(),
      delayMsMax,
      giveUp: givingUp.signal,
    }).run(stopping.signal),
  );
  running.push(keepRunning({ ...shared, chance: chance.fork() }, stopping.signal));
  // Settled here, so that no rejection is unhandled; rethrown when the load is stopped.
  const done = Promise.allSettled(running);
  return {
    stop: async () => {
      stopping.abort();
      const timer = setTimeout(() => givingUp.abort(), lastRepeatsMs);
      await done;
      clearTimeout(timer);
      for (const one of await done) if (one.status === 'rejected') throw one.reason;
    },
  };
}
