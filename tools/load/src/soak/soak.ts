import { setTimeout as sleep } from 'node:timers/promises';
import { batchRunsPath } from '@nordgate/testing';
import type { LoadedBank } from '../banks.js';
import { holdRate } from '../hold-rate.js';
import type { Measurements, Verdict } from '../objectives.js';
import { lagOf, readingOf } from './process-readings.js';
import type { Reading, WatchedProcess } from './process-readings.js';
import { soakVerdicts } from './soak-verdicts.js';

interface Soak {
  readonly rate: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/** A long load has some thousands of readings at most. */
const readEveryMs = 60_000;
const readEveryShare = 1 / 60;
const sayEvery = 10;
/** Approved payments are executed by a run. */
const runEveryMs = 600_000;
const restMs = 30_000;

/**
 * Holds a rate for long, with approvals and runs of the batch among the requests, and watches the processes of the bank.
 *
 * @returns what the requests and the processes show
 * @throws Error when a process ends
 */
export async function soak(
  { callers, processes }: LoadedBank,
  { rate, seconds, say }: Soak,
): Promise<{ readonly measured: Measurements; readonly verdicts: readonly Verdict[] }> {
  const watch = new Watch(processes);
  const everyMs = Math.min(readEveryMs, seconds * 1000 * readEveryShare);
  const reading = every(everyMs, async (count) => {
    await watch.read();
    if (count % sayEvery === 0) say(watch.line());
  });
  const running = every(runEveryMs, async () => {
    const [tpp] = callers.tpps;
    // A run that is open already is as good.
    await tpp.call({ method: 'POST', path: batchRunsPath }).catch(() => undefined);
  });
  try {
    const measured = await holdRate(callers, { rate, seconds, isSoak: true });
    // A process at rest gives memory back.
    await reading.stop();
    await sleep(restMs);
    const lags = await Promise.all(processes.map(lagOf));
    const lag = lags.reduce((sum, one) => sum + one, 0);
    return { measured, verdicts: soakVerdicts(watch.watched, lag) };
  } finally {
    await Promise.all([reading.stop(), running.stop()]);
  }
}

/** The readings of all processes. */
class Watch {
  readonly #startedMs = performance.now();
  readonly #readings: readonly { readonly of: WatchedProcess; readonly readings: Reading[] }[];

  constructor(processes: readonly WatchedProcess[]) {
    this.#readings = processes.map((of) => ({ of, readings: [] }));
  }

  get watched() {
    return this.#readings.map(({ of, readings }) => ({ name: of.name, readings }));
  }

  async read(): Promise<void> {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    for (const { of, readings } of this.#readings) readings.push(await readingOf(of, seconds));
  }

  line(): string {
    const shown = this.#readings.map(({ of, readings }) => {
      const { residentBytes = 0, openFiles = 0 } = readings.at(-1) ?? {};
      return `${of.name} ${(residentBytes / 1e6).toFixed(0)} MB ${String(openFiles)} files`;
    });
    const minutes = (performance.now() - this.#startedMs) / 60_000;
    return `  ${minutes.toFixed(1)} min: ${shown.join(', ')}`;
  }
}

/** Does something again and again. `stop` resolves after the last time, and rejects with the first failure. */
function every(ms: number, act: (count: number) => Promise<void>) {
  const ending = new AbortController();
  const repeat = async () => {
    for (let count = 1; !ending.signal.aborted; count += 1) {
      await sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) await act(count);
    }
  };
  const repeated = repeat();
  repeated.catch(() => undefined);
  const stop = () => {
    ending.abort();
    return repeated;
  };
  return { stop };
}
