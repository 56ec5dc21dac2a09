import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from './chance.js';
import { meetParties } from './load/parties.js';
import { readOptions } from './options.js';
import type { ChaosOptions } from './options.js';
import { runPlanted } from './planted/run-planted.js';
import { reportOn, reportOnBug } from './report.js';
import { run } from './run.js';
import { makeTrouble } from './trouble.js';
import { Cluster } from '@nordgate/local/cluster';

/** `npm run chaos`: the whole bank under load and faults, then a verdict on what was lost. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { seed, brokers } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-chaos-'));
  say(`seed ${String(seed)}, ${String(brokers)} brokers, data in ${dataDir}`);
  // A gateway that is killed loses what only it knows: another one may not make up for that.
  const gateway = options.bugs === undefined ? 2 : 1;
  const cluster = await Cluster.start({ dataDir, brokers, replicas: { gateway }, say });
  const passed = await runOn(cluster, options).finally(() => cluster.stop());
  if (passed) return rm(dataDir, { recursive: true, force: true });
  say(`seed ${String(seed)} again: --seed=${String(seed)}; everything is kept in ${dataDir}`);
  process.exitCode = 1;
}

/** Answers whether every run went as it has to. */
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
    say(`\n${bug.name}: ${bug.does}`);
    const { passed, text } = reportOnBug(bug, await runPlanted(bug, shared));
    say(text);
    all &&= passed;
  }
  return all;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`chaos has failed: ${reason}\n`);
  process.exitCode = 1;
});
