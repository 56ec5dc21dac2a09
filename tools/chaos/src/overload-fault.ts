import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess, Cluster } from '@nordgate/local/cluster';
import type { Fault } from './fault.js';

/** Each gateway gets a fiftieth of a processor, so its event loop is late for as long as it stands still. */
const starved = { stoppedMs: 1500, runningMs: 30 };
const starvedMs = 13_000;
/** On a machine with much other work a gateway may not come to run between two stops, so it turns nobody away. */
const attemptsMax = 3;
/** A gateway takes requests again after four calm checks, which take two seconds. */
const calmMsMax = 15_000;
const calmLookMs = 1000;

/**
 * All gateways have more to do than they can, and turn requests away. It fails when none is turned away, and when some still are long
 * afterwards.
 */
export const starveGateways: Fault = {
  name: 'starve-gateways',
  lastsSeconds: 16,
  async inflict(cluster) {
    const before = await turnedAway(cluster);
    const hasTurnedAway = async () => (await turnedAway(cluster)) > before;
    let isOverloaded = false;
    for (let attempt = 1; attempt <= attemptsMax && !isOverloaded; attempt += 1) {
      await starve(cluster, attempt * starved.runningMs);
      isOverloaded = await hasTurnedAway();
    }
    if (!isOverloaded) return ['no gateway has turned a request away'];
    return (await isCalmAgain(cluster)) ? [] : ['gateways turn requests away long afterwards'];
  },
};

/** Stops all gateways again and again, and lets them run for so long in between. */
async function starve(cluster: Cluster, runningMs: number): Promise<void> {
  const gateways = cluster.of('gateway');
  const deadline = performance.now() + starvedMs;
  while (performance.now() < deadline) {
    for (const gateway of gateways) gateway.freeze();
    await sleep(starved.stoppedMs);
    for (const gateway of gateways) gateway.thaw();
    await sleep(runningMs);
  }
}

/** Whether there is soon a moment in which nobody is turned away. */
async function isCalmAgain(cluster: Cluster): Promise<boolean> {
  const deadline = performance.now() + calmMsMax;
  for (let before = await turnedAway(cluster); performance.now() < deadline;) {
    await sleep(calmLookMs);
    const now = await turnedAway(cluster);
    if (now === before) return true;
    before = now;
  }
  return false;
}

/** How many requests all gateways have turned away as their event loop was late. */
async function turnedAway(cluster: Cluster): Promise<number> {
  const counts = await Promise.all(cluster.of('gateway').map(countOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

const counter = /^nordgate_gateway_turned_away_total\{[^}]*"event-loop"[^}]*\} (\d+)/m;

async function countOf({ internalUrl }: AppProcess): Promise<number> {
  const answer = await fetch(`${internalUrl}/metrics`);
  return Number(counter.exec(await answer.text())?.[1] ?? 0);
}
