import { join } from 'node:path';
import { realMs } from './clock/simulated-clock.js';
import { judgeRecorded } from './judge-recorded.js';
import { optionsOf } from './options.js';
import type { Options } from './options.js';
import { Report, summaryOf } from './report.js';
import type { SeedSummary } from './report.js';
import type { SeedResult } from './seed.js';
import { SeedWorkers } from './seed-workers.js';
import { startSimulator } from './simulator.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const options = optionsOf(process.argv.slice(2));

if (options.recorded) await judgeRecorded(options, say);
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
async function spread({ from, seeds, workers, postgres, ...how }: Options): Promise<void> {
  const report = new Report();
  const startedMs = realMs();
  const processes = new SeedWorkers(join(import.meta.dirname, 'seed-worker.js'), workers, postgres);
  const runs = Array.from({ length: seeds }, async (_, place) => {
    report.add(await processes.run({ seed: from + place, ...howOf(how) }));
    if (report.seeds % 100 === 0) {
      const seconds = (realMs() - startedMs) / 1000;
      say(`${String(report.seeds)} seeds, ${(report.seeds / seconds).toFixed(1)} a second`);
    }
  });
  await Promise.all(runs);
  await processes.end();
  finish(report, startedMs);
}

/** What all seeds have in common. */
function howOf({
  rate,
  replicas,
  gateways,
  plant,
}: Pick<Options, 'rate' | 'replicas' | 'gateways' | 'plant'>) {
  return { rate, replicas, gateways, plant };
}

function finish(report: Report, startedMs: number): void {
  for (const line of report.lines((realMs() - startedMs) / 1000)) say(line);
  const { rate, replicas, gateways, plant } = options;
  const several = replicas === 1 ? '' : ` --replicas ${String(replicas)}`;
  const crashing = gateways === undefined ? '' : ` --gateways ${String(gateways)}`;
  const planted = plant === undefined ? '' : ` --plant ${plant}`;
  for (const { seed, violations } of report.failed) {
    say(`seed ${String(seed)}: ${violations[0] ?? ''}`);
    say(
      `  npm run simulate -- --seed ${String(seed)} --rate ${String(rate)}${several}${crashing}${planted}`,
    );
  }
  process.exitCode = report.failed.length > 0 ? 1 : 0;
}

/** Runs seeds one after another. One that fails alone prints its trace. */
async function work(
  { from, seeds, postgres, trace, spare, shrink, ...how }: Options,
  done: (seed: SeedSummary) => void,
): Promise<void> {
  const simulator = await startSimulator(postgres);
  for (let seed = from; seed < from + seeds; seed += 1) {
    const startedMs = realMs();
    const run = (spared: readonly number[]) => simulator.run({ seed, ...howOf(how), spared });
    const result = await run(spare);
    done(summaryOf(result, realMs() - startedMs));
    if (seeds > 1) continue;
    const { violations } = result;
    const shown = violations.length > 0 && shrink ? await shrunk(result, run, spare) : result;
    tell(shown, trace);
  }
  await simulator.stop();
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
