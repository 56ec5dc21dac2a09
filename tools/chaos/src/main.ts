import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import { runTool, say } from '@nordgate/local/tool';
import { Chance } from './chance.js';
import { meetParties } from './load/parties.js';
import { readOptions, usage } from './options.js';
import type { ChaosOptions } from './options.js';
import { RecordedDecisions } from './replay/recorded-decisions.js';
import { runPlanted, run } from './run.js';
import { reportOn, reportOnBug } from './report.js';
import { makeTrouble } from './trouble.js';

/** `npm run chaos`: the whole bank under load and faults, then a verdict on losses. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') return say(usage);
  const { seed, brokers } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-chaos-'));
  say(`seed ${String(seed)}, ${String(brokers)} brokers, data in ${dataDir}`);
  // One gateway for a planted bug: a second one could hide what a killed one has lost.
  const gateway = options.bugs === undefined ? 2 : 1;
  const record = options.decisions === undefined ? undefined : await RecordedDecisions.in(dataDir);
  const env = record?.env ?? {};
  const cluster = await Cluster.start({ dataDir, brokers, replicas: { gateway }, env, say });
  let passed: boolean;
  try {
    passed = await runOn(cluster, options);
    if (options.decisions !== undefined)
      say((await record?.write(options.decisions, cluster)) ?? '');
  } finally {
    await cluster.stop();
  }
  if (passed) return rm(dataDir, { recursive: true, force: true });
  say(`seed ${String(seed)} again: --seed=${String(seed)}; everything is kept in ${dataDir}`);
  process.exitCode = 1;
}

/** Resolves with whether every run passed. */
async function runOn(cluster: Cluster, options: ChaosOptions): Promise<boolean> {
  const { bugs, faults, seconds, seed, writers } = options;
  const chance = new Chance(seed);
  const shared = { cluster, parties: await meetParties(cluster), chance, writers, say };
  if (bugs === undefined) {
    const trouble = { cluster, faults, chance: chance.fork(), seconds, say };
    const result = await run({ ...shared, meanwhile: () => makeTrouble(trouble) });
    const { passed, text } = reportOn(result);
    say(`\n${text}`);
    return passed;
  }
  let all = true;
  for (const bug of bugs) {
    say(`\n${bug.name}: ${bug.behaviour}`);
    const { passed, text } = reportOnBug(bug, await runPlanted(bug, shared));
    say(text);
    all &&= passed;
  }
  return all;
}

runTool(main, 'chaos failed');
