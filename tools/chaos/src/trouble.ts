import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import type { Fault } from './fault.js';
import type { Machine } from './machine/machine.js';

interface TroubleOptions {
  readonly cluster: Cluster;
  readonly machine: Machine;
  readonly faults: readonly Fault[];
  readonly chance: Chance;
  /** The least duration. Every fault is inflicted at least once, however long that takes. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const betweenMs = { min: 500, max: 2500 };

/**
 * Inflicts the faults in a random order with delays between them, round by round until the time is up.
 *
 * @returns unexpected effects; rejects when a part of the cluster does not come up
 */
export async function makeTrouble(options: TroubleOptions): Promise<string[]> {
  const { cluster, machine, faults, chance, seconds, say } = options;
  const started = performance.now();
  const secondsNow = () => (performance.now() - started) / 1000;
  const failures: string[] = [];
  for (let round = 1; round === 1 || secondsNow() < seconds; round += 1) {
    for (const fault of chance.shuffled(faults)) {
      if (round > 1 && secondsNow() >= seconds) break;
      await sleep(chance.between(betweenMs.min, betweenMs.max));
      const from = secondsNow();
      failures.push(...(await fault.inflict(cluster, chance, machine)));
      const took = (secondsNow() - from).toFixed(1);
      say(`${from.toFixed(1).padStart(6)} s  ${fault.name}, up again after ${took} s`);
    }
    if (faults.length === 0) await sleep(seconds * 1000);
  }
  return failures;
}
