import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool, say } from '@nordgate/local/tool';
import { Chance } from './chance.js';
import { inflictEveryFault } from './every-fault.js';
import { faultedRun } from './faulted-run.js';
import { keepFailure } from './kept-failure.js';
import { meetParties } from './load/parties.js';
import { startFaultyCluster } from './machine/machine.js';
import type { FaultyCluster } from './machine/machine.js';
import { readOptions, usage } from './options.js';
import type { ChaosOptions } from './options.js';
import { RecordedDecisions } from './replay/recorded-decisions.js';
import { runPlanted } from './run.js';
import { reportOnBug } from './report.js';

/** `npm run chaos`: the whole bank under load and faults, then a verdict on losses. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') return say(usage);
  const passed = options.all ? await runEveryFault(options) : await runOnce(options);
  if (!passed) process.exitCode = 1;
}

function runEveryFault({ seed, ...options }: ChaosOptions): Promise<boolean> {
  const seeds = [seed, seed + 1, seed + 2];
  return inflictEveryFault({ ...options, seeds, say });
}

async function runOnce(options: ChaosOptions): Promise<boolean> {
  const { seed, brokers, bugs, decisions, hasTls } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-chaos-'));
  say(`seed ${String(seed)}, ${String(brokers)} brokers, data in ${dataDir}`);
  // One gateway for a planted bug: a second one could hide what a killed one has lost.
  const gateways = bugs === undefined ? 2 : 1;
  const faults = bugs === undefined ? options.faults : [];
  const record = decisions === undefined ? undefined : await RecordedDecisions.in(dataDir);
  const env = record?.env ?? {};
  const bank = await startFaultyCluster({ dataDir, brokers, gateways, faults, hasTls, env, say });
  let passed = false;
  try {
    passed = await runOn(bank, options);
    if (decisions !== undefined) say((await record?.write(decisions, bank.cluster)) ?? '');
    if (!passed) await keep(bank, seed, 'a law is broken, or a bug was not caught');
  } catch (error) {
    await keep(bank, seed, error);
    throw error;
  } finally {
    await bank.stop();
  }
  if (passed) await rm(dataDir, { recursive: true, force: true });
  else say(`seed ${String(seed)} again: --seed=${String(seed)}; the data is kept in ${dataDir}`);
  return passed;
}

async function keep({ cluster }: FaultyCluster, seed: number, error: unknown): Promise<void> {
  const folder = await keepFailure(cluster, `seed-${String(seed)}`, error);
  say(`logs, lags and sessions are kept in ${folder}`);
}

/** Resolves with whether every run passed. */
async function runOn(bank: FaultyCluster, options: ChaosOptions): Promise<boolean> {
  const { bugs, faults, seconds, seed, writers } = options;
  const { cluster } = bank;
  const chance = new Chance(seed);
  const parties = await meetParties(cluster);
  if (bugs === undefined) {
    const result = await faultedRun({ bank, parties, faults, chance, writers, seconds, say });
    say(`\n${result.text}`);
    return result.passed;
  }
  let all = true;
  for (const bug of bugs) {
    say(`\n${bug.name}: ${bug.behaviour}`);
    const result = await runPlanted(bug, { cluster, parties, chance, writers, say });
    const { passed, text } = reportOnBug(bug, result);
    say(text);
    all &&= passed;
  }
  return all;
}

runTool(main, 'chaos failed');
