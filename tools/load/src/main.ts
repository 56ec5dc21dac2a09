import { runTool, say } from '@nordgate/local/tool';
import { openBank } from './banks.js';
import type { LoadedBank } from './banks.js';
import type { Callers } from './callers.js';
import { holdRate } from './hold-rate.js';
import { verdictsOn } from './objectives.js';
import type { Measurements, Verdict } from './objectives.js';
import { readOptions, usage } from './options.js';
import type { LoadOptions } from './options.js';
import { soak } from './soak/soak.js';

/** `npm run load`: signed requests at a constant rate, and what the service level objectives say to the answers. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') return say(usage);
  const bank = await openBank(options.bank, (line) => say(`   ${line}`));
  try {
    say(`\nwarming up with ${perSecond(options.rate)} for ${String(options.warmUp)} s`);
    await holdRate(bank.callers, { rate: options.rate, seconds: options.warmUp });
    if (options.isSoak) await watch(bank, options);
    else if (options.findCapacity) await findCapacity(bank.callers, options);
    else await hold(bank.callers, options);
  } finally {
    await bank.stop();
  }
}

async function hold(callers: Callers, { rate, seconds }: LoadOptions): Promise<void> {
  say(`${perSecond(rate)} for ${String(seconds)} s`);
  report(await holdRate(callers, { rate, seconds, onSecond: progress }));
}

/** The exit code is 1 when the bank grows, or leaves something behind. */
async function watch(bank: LoadedBank, { rate, seconds }: LoadOptions): Promise<void> {
  say(`${perSecond(rate)} for ${String(seconds)} s, the processes are watched`);
  const { measured, verdicts } = await soak(bank, { rate, seconds, say });
  report(measured);
  sayVerdicts(verdicts);
  if (!verdicts.every(({ held }) => held)) process.exitCode = 1;
}

/** Each step is this much above the one before. */
const stepUp = 1.5;
const stepsMax = 12;

/** Raises the rate until an objective is missed. */
async function findCapacity(callers: Callers, { rate, seconds }: LoadOptions): Promise<void> {
  let held: number | undefined;
  for (let at = 0; at < stepsMax; at += 1) {
    const tried = Math.round(rate * stepUp ** at);
    say(`\n${perSecond(tried)} for ${String(seconds)} s`);
    if (!report(await holdRate(callers, { rate: tried, seconds }))) break;
    held = tried;
  }
  say(held === undefined ? '\nno rate held' : `\nall objectives held up to ${perSecond(held)}`);
}

/** Prints the figures. @returns whether every objective held */
function report(measured: Measurements): boolean {
  const figures = ['accept', 'visible', 'page', 'status'] as const;
  say('              count      p50      p95      p99   (ms)');
  for (const name of figures) {
    const samples = measured[name];
    const shown = [0.5, 0.95, 0.99].map((share) =>
      samples.percentile(share).toFixed(1).padStart(9),
    );
    say(`  ${name.padEnd(10)}${String(samples.count).padStart(7)}${shown.join('')}`);
  }
  say(`  answers   ${countsOf(measured.answers)}`);
  say(`  pages     ${countsOf(measured.pageAnswers)}`);
  const verdicts = verdictsOn(measured);
  sayVerdicts(verdicts);
  return verdicts.every(({ held }) => held);
}

function sayVerdicts(verdicts: readonly Verdict[]): void {
  for (const { objective, measured, held } of verdicts) {
    say(`  ${held ? 'held  ' : 'MISSED'} ${objective.padEnd(40)} ${measured}`);
  }
}

function countsOf(answers: ReadonlyMap<string, number>): string {
  return [...answers]
    .sort()
    .map(([status, count]) => `${status}: ${String(count)}`)
    .join(', ');
}

const progressEverySeconds = 10;

function progress(second: number, waiting: number): void {
  if (second % progressEverySeconds !== 0) return;
  say(`  ${String(second)} s, ${String(waiting)} requests wait for an answer`);
}

const perSecond = (rate: number) => `${String(rate)} requests/s`;

runTool(main, 'the load failed');
