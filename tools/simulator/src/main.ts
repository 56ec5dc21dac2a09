import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { replaceDriver } from './bank/driver.js';
import type { DatabaseServer } from './bank/database-server.js';
import { rememberMissingPackages } from './bank/missing-modules.js';
import type { PlainClientClass } from './bank/real-server.js';
import { seedRandomness } from './clock/seeded-randomness.js';
import { realMs, SimulatedClock } from './clock/simulated-clock.js';
import { optionsOf } from './options.js';
import type { Options } from './options.js';
import { Report, summaryOf } from './report.js';
import type { SeedSummary } from './report.js';
import type { SeedResult } from './run-seed.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const options = optionsOf(process.argv.slice(2));

/**
 * What a seed makes is garbage when it ends, so most of it is never copied when the collector seldom runs. In MB; a worker
 * takes three times as much. There is a worker for each core, so threads of the collector only wait for each other.
 * Nobody reads the stacks of errors of many seeds.
 */
const fast = [
  ...['--min-semi-space-size=256', '--max-semi-space-size=256', '--single-threaded-gc'],
  '--stack-trace-limit=0',
];

if (options.isWorker) await work(options, (seed) => void process.send?.(seed));
else if (options.workers > 1) await spread(options);
else await alone(options);
process.exit();

/** Runs all seeds in this process. */
async function alone(asked: Options): Promise<void> {
  const report = new Report();
  const startedMs = realMs();
  const coverage = asked.awaits ? await watchedAwaits() : undefined;
  await work(asked, (seed) => report.add(seed));
  finish(report, startedMs);
  for (const line of (await coverage?.lines()) ?? []) say(line);
}

/** Watches this process. The parser of the awaits is loaded only for those who ask. */
async function watchedAwaits() {
  const { AwaitCoverage } = await import('./await-coverage.js');
  const coverage = new AwaitCoverage();
  await coverage.start();
  return coverage;
}

/** Runs the seeds in several processes. */
async function spread({ from, seeds, workers, rate, postgres, plant }: Options): Promise<void> {
  const report = new Report();
  const startedMs = realMs();
  const ends = Array.from({ length: workers }, (_, worker) => {
    const share = Math.ceil((seeds - worker) / workers);
    const args = ['--worker', '--from', String(from + worker), '--seeds', String(share)];
    args.push('--step', String(workers), '--rate', String(rate), '--postgres', postgres);
    if (plant !== undefined) args.push('--plant', plant);
    const child = fork(process.argv[1] ?? '', args, { execArgv: [...process.execArgv, ...fast] });
    child.on('message', (seed) => {
      report.add(seed as SeedSummary);
      if (report.seeds % 100 === 0) {
        const seconds = (realMs() - startedMs) / 1000;
        say(`${String(report.seeds)} seeds, ${(report.seeds / seconds).toFixed(1)} a second`);
      }
    });
    return once(child, 'exit');
  });
  await Promise.all(ends);
  finish(report, startedMs);
}

function finish(report: Report, startedMs: number): void {
  for (const line of report.lines((realMs() - startedMs) / 1000)) say(line);
  const { rate, plant } = options;
  const planted = plant === undefined ? '' : ` --plant ${plant}`;
  for (const { seed, violations } of report.failed) {
    say(`seed ${String(seed)}: ${violations[0] ?? ''}`);
    say(`  npm run simulate -- --seed ${String(seed)} --rate ${String(rate)}${planted}`);
  }
  process.exitCode = report.failed.length > 0 ? 1 : 0;
}

/** Runs seeds one after another. One that fails alone prints its trace. */
async function work(
  { from, seeds, step, rate, postgres, trace, spare, shrink, plant }: Options,
  done: (seed: SeedSummary) => void,
): Promise<void> {
  const server = await serverOf(postgres);
  // The services read the clock when they are imported.
  const clock = SimulatedClock.install(server.beginMs());
  const { makeTemplate } = await import('./bank/bank-template.js');
  const { runSeed } = await import('./run-seed.js');
  const { plantNamed } = await import('./planted/planted-bugs.js');
  clock.uninstall();
  const template = await makeTemplate(server);
  for (let count = 0; count < seeds; count += 1) {
    const seed = from + count * step;
    const startedMs = realMs();
    const run = (spared: readonly number[]) =>
      runSeed(server, template, {
        seed,
        rate,
        spared: new Set(spared),
        bug: plant === undefined ? undefined : plantNamed(plant),
      });
    const result = await run(spare);
    done(summaryOf(result, realMs() - startedMs));
    if (seeds > 1) continue;
    const { violations } = result;
    const shown = violations.length > 0 && shrink ? await shrunk(result, run, spare) : result;
    tell(shown, trace);
  }
  await server.stop();
}

function tell({ seed, hash, trace, violations, strikes, simulatedMs }: SeedResult, lines: number) {
  say(`seed ${String(seed)}: ${String(simulatedMs)} simulated ms, trace ${hash}`);
  if (violations.length > 0) for (const line of trace.slice(-lines)) say(line.slice(0, 300));
  for (const { number, fault, where } of strikes)
    say(`  fault ${String(number)}: ${fault}, ${where}`);
  for (const text of violations) say(`  ${text}`);
}

/** The run with as few faults as still fail: each fault in turn is left out. */
async function shrunk(
  first: SeedResult,
  run: (spared: readonly number[]) => Promise<SeedResult>,
  spare: readonly number[],
): Promise<SeedResult> {
  let [best, spared] = [first, spare];
  for (const { number } of first.strikes) {
    const without = await run([...spared, number]);
    if (without.violations.length > 0) [best, spared] = [without, [...spared, number]];
  }
  say(`fails with ${String(best.strikes.length)} faults: --spare ${spared.join(',')}`);
  return best;
}

/** Replaces what the services import, before they are imported. */
async function serverOf(postgres: Options['postgres']): Promise<DatabaseServer> {
  rememberMissingPackages();
  seedRandomness(0);
  const { Client } = createRequire(import.meta.url)('pg') as { readonly Client: PlainClientClass };
  const server: { current?: DatabaseServer } = {};
  replaceDriver((config) => {
    if (server.current === undefined) throw new Error('there is no database server yet');
    return server.current.makeClient(config);
  });
  if (postgres === 'real') {
    const { startRealServer } = await import('./bank/real-server.js');
    server.current = await startRealServer(Client);
  } else {
    const { modelServer } = await import('./bank/model-server.js');
    const { loadModule } = await import('libpg-query');
    const { language } = await import('./postgres/language/language.js');
    await loadModule();
    server.current = modelServer(language);
  }
  return server.current;
}
