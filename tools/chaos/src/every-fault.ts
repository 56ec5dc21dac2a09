import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dayInOslo } from '@nordgate/contracts/rules';
import { Chance } from './chance.js';
import type { Fault } from './fault.js';
import { faultedRun } from './faulted-run.js';
import { keepFailure } from './kept-failure.js';
import { meetParties } from './load/parties.js';
import { startFaultyCluster } from './machine/machine.js';
import { describeResults, missingRuns, nextTogether, readResults } from './run-results.js';
import type { FaultRun, RunOutcome } from './run-results.js';

interface EveryFaultOptions {
  readonly faults: readonly Fault[];
  readonly seeds: readonly number[];
  readonly brokers: 1 | 3;
  readonly writers: number;
  readonly hasTls: boolean;
  /** A short fault is inflicted again until so many seconds are over. */
  readonly seconds: number;
  /** JSON lines, one for each run that has ended. Runs that the file has are not repeated. */
  readonly resultsFile: string;
  readonly say: (line: string) => void;
}

/**
 * Inflicts each fault alone, with each seed. A cluster serves some runs, and none after a run that failed. It can be ended at any
 * time, and goes on with the next start.
 *
 * @returns whether every run of the file has passed
 */
export async function inflictEveryFault(options: EveryFaultOptions): Promise<boolean> {
  const { faults, seeds, resultsFile, say } = options;
  await mkdir(dirname(resultsFile), { recursive: true });
  const earlier = readResults(await readFile(resultsFile, 'utf8').catch(() => ''));
  const all: RunOutcome[] = [...earlier];
  const missing = missingRuns(faults, seeds, earlier);
  say(
    `${String(missing.length)} runs of ${String(faults.length * seeds.length)}, results in ${resultsFile}`,
  );
  const started = performance.now();
  for (let left = missing; left.length > 0;) {
    const together = nextTogether(left, faults);
    const outcomes = await runsOnOneCluster(together, options, async (outcome) => {
      await appendFile(resultsFile, `${JSON.stringify(outcome)}\n`);
      all.push(outcome);
      const done = all.length - earlier.length;
      const seconds = (performance.now() - started) / 1000;
      const minutesLeft = Math.ceil(((seconds / done) * (missing.length - done)) / 60);
      const { fault, seed, result } = outcome;
      say(
        `${String(done)}/${String(missing.length)}  ${fault}, seed ${String(seed)}: ${result}; about ${String(minutesLeft)} min left`,
      );
    });
    left = left.slice(outcomes);
  }
  say(`\n${describeResults(all)}`);
  return all.every(({ result }) => result === 'L1 to L11 hold');
}

/** Resolves with how many runs there were: a run that fails is the last one on its cluster. */
async function runsOnOneCluster(
  runs: readonly FaultRun[],
  { faults, brokers, writers, hasTls, seconds, say }: EveryFaultOptions,
  note: (outcome: RunOutcome) => Promise<void>,
): Promise<number> {
  const ofRuns = faults.filter(({ name }) => runs.some(({ fault }) => fault === name));
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-chaos-'));
  const quietly = () => undefined;
  const bank = await startFaultyCluster({
    ...{ dataDir, brokers, gateways: 2, faults: ofRuns, hasTls, say: quietly },
  });
  let count = 0;
  try {
    const parties = await meetParties(bank.cluster);
    for (const { fault, seed } of runs) {
      const inflicted = faults.filter(({ name }) => name === fault);
      count += 1;
      const from = performance.now();
      const shared = { fault, seed, day: dayInOslo(new Date()) };
      const secondsNow = () => Math.round((performance.now() - from) / 1000);
      try {
        const chance = new Chance(seed);
        const { passed, text } = await faultedRun({
          bank,
          parties,
          faults: inflicted,
          chance,
          writers,
          seconds,
          say: quietly,
        });
        if (!passed) throw new Error(text);
        await note({ ...shared, seconds: secondsNow(), result: 'L1 to L11 hold' });
      } catch (error) {
        const kept = await keepFailure(bank.cluster, `${fault}-${String(seed)}`, error);
        say(`${String(error)}\neverything that tells why is kept in ${kept}`);
        await note({ ...shared, seconds: secondsNow(), result: 'FAILED' });
        break;
      }
    }
  } finally {
    await bank.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return count;
}
