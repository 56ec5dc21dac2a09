import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import type { Fault } from './faults/fault.js';

export interface TroubleOptions {
  readonly cluster: Cluster;
  readonly faults: readonly Fault[];
  readonly chance: Chance;
  /** Goes on for at least so long; every fault is inflicted once at least. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const betweenMs = { min: 500, max: 2500 };

/**
 * Inflicts the faults in a random order with pauses, round by round until the time is up. Answers
 * what went wrong besides; rejects when a part of the cluster does not come up.
 */
export async function makeTrouble(options: TroubleOptions): Promise<string[]> {
  const { cluster, faults, chance, seconds, say } = options;
  const started = performance.now();
  const secondsNow = () => (performance.now() - started) / 1000;
  const complaints: string[] = [];
  for (let round = 1; round === 1 || secondsNow() < seconds; round += 1) {
    for (const fault of chance.shuffled(faults)) {
      if (round > 1 && secondsNow() >= seconds) break;
      await pause(chance.between(betweenMs.min, betweenMs.max));
      const from = secondsNow();
      complaints.push(...(await fault.inflict(cluster, chance)));
      const took = (secondsNow() - from).toFixed(1);
      say(`${from.toFixed(1).padStart(6)} s  ${fault.name}, up again after ${took} s`);
    }
    if (faults.length === 0) await pause(seconds * 1000);
  }
  return complaints;
}
