import { setTimeout as sleep } from 'node:timers/promises';
import { arrivals } from './arrivals.js';
import { Calls } from './callers.js';
import type { Callers } from './callers.js';
import type { Measurements } from './objectives.js';

interface Rate {
  readonly rate: number;
  readonly seconds: number;
  /** Whether payments are approved, too. Default: no. */
  readonly isSoak?: boolean;
  /** Called once a second with the number of requests that wait for an answer. */
  readonly onSecond?: (second: number, waiting: number) => void;
}

/** Sends requests at a constant rate, then waits for the answers that are missing. */
export async function holdRate(
  callers: Callers,
  { rate, seconds, isSoak = false, onSecond }: Rate,
): Promise<Measurements> {
  const calls = new Calls(callers);
  const waiting = new Set<Promise<void>>();
  const started = performance.now();
  let second = 0;
  for (const { dueMs, kind } of arrivals(rate, seconds, isSoak)) {
    const due = started + dueMs;
    const ahead = due - performance.now();
    if (ahead > 0) await sleep(ahead);
    const sent = calls.send(kind, due);
    waiting.add(sent);
    void sent.then(() => waiting.delete(sent));
    if (dueMs >= (second + 1) * 1000) onSecond?.((second += 1), waiting.size);
  }
  await Promise.all(waiting);
  return calls.measured;
}
