import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { renderOverlays } from '@nordgate/local/render-overlays';
import { readManifests } from './manifests.js';
import type { Workload } from './manifests.js';
import { plants, readOptions, usage } from './options.js';
import type { Plant, RehearsalOptions } from './options.js';
import { play } from './play.js';
import { buildRelease } from './releases.js';
import { reportOn } from './report.js';

const started = performance.now();

function say(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  process.stdout.write(`${seconds} s  ${line}\n`);
}

/** The order of a rollout: the deciding services before those that ask them. */
const everyApp = ['accounts', 'payments', 'baskets', 'batch', 'sca', 'gateway'];

/** `npm run rehearse`: the rollout of the rendered manifests on this machine, under load. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') return void process.stdout.write(`${usage}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-rehearsal-'));
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  const { short, plant, rate, seed } = options;
  await renderOverlays(say, process.env);
  const workloads = workloadsOf(options);
  const result = await play({
    ...{ folder, rate, seed, say, calmSeconds: short ? 5 : 20 },
    workloads,
    releases: releasesIn(folder, plant, workloads),
    upgraded: upgradedIn(options),
    replicas: (workload) => replicasOf(workload, short),
  });
  const { text, passed, failed } = reportOn(result);
  process.stdout.write(`\n${text}\n\n`);
  if (failed > 0) process.stdout.write(`logs and history are in ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
  if (plant !== undefined) process.stdout.write(`planted: ${plants[plant]}\n`);
  process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function workloadsOf({ manifests, plant }: RehearsalOptions): readonly Workload[] {
  const all = readManifests(readFileSync(resolve(manifests), 'utf8'));
  if (plant !== 'no-pre-stop') return all;
  return all.map((one) => ({ ...one, preStopSeconds: 0 }));
}

/** The slice upgrades one app. While it stops, payments still answers queries, so only the gateway shows a missing preStop. */
function upgradedIn({ short, plant }: RehearsalOptions): readonly string[] {
  if (!short) return everyApp;
  return [plant === 'no-pre-stop' ? 'gateway' : 'payments'];
}

/** In the slice only payments and the gateway have their replicas. */
function replicasOf({ app, replicas }: Workload, short: boolean): number {
  return short && app !== 'payments' && app !== 'gateway' ? 1 : replicas;
}

/** The patches that a planted fault adds to release B. */
const plantedIn: Readonly<Partial<Record<Plant, string>>> = {
  'lying-readiness': 'plant-lying-readiness',
  'cannot-read': 'plant-cannot-read',
  'renaming-migration': 'plant-renaming-migration',
};

function releasesIn(folder: string, plant: Plant | undefined, workloads: readonly Workload[]) {
  const sandboxes = workloads.filter(({ hasSandbox }) => hasSandbox).map(({ app }) => app);
  const planted = plant === undefined ? undefined : plantedIn[plant];
  const build = (name: string, patches: readonly string[]) => {
    say(`build ${name}`);
    return buildRelease(join(folder, 'releases', name), patches, sandboxes);
  };
  return {
    A: build('A', []),
    B: build('B', ['b', ...(planted === undefined ? [] : [planted])]),
    C: build('C', ['b', 'c']),
  };
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
});
process.exit();
