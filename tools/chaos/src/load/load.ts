import type { Chance } from '../chance.js';
import type { HistoryFile } from '../history/history-file.js';
import { Amounts } from './amounts.js';
import { Writer } from './writer.js';
import type { Parties } from './writer.js';

export interface LoadOptions {
  readonly parties: Parties;
  readonly history: HistoryFile;
  readonly chance: Chance;
  readonly writers: number;
}

/** Load that goes on until it is stopped. */
export interface RunningLoad {
  /** Finishes what is in hand; a request without an answer is repeated for some seconds more. */
  stop(): Promise<void>;
}

const pauseMsMax = 200;
/** By then a bank that is up again has answered. */
const lastRepeatsMs = 6000;

/** Starts so many writers, each with chances of its own. */
export function startLoad({ writers, chance, ...shared }: LoadOptions): RunningLoad {
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const amounts = new Amounts();
  const running = Array.from({ length: writers }, () =>
    new Writer({
      ...shared,
      amounts,
      chance: chance.fork(),
      pauseMsMax,
      giveUp: givingUp.signal,
    }).run(stopping.signal),
  );
  // Heard at once, told when the load is stopped.
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
