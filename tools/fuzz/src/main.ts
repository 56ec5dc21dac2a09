import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.js';
import { excessive, headerLoads, ratioMax } from './header-load.js';
import { fuzzTargets } from './targets.js';

/**
 * `npm run fuzz -- --seconds=60 [--seed=1]`: hostile values in every header of a whole gateway, then mutated inputs to
 * all readers in turn, until the time is up.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
  });
  await measureHeaders();
  const firstSeed = Number(values.seed ?? randomInt(2 ** 31));
  const untilMs = performance.now() + Number(values.seconds) * 1000;
  const targets = (await fuzzTargets()).map((target) => ({ target, inputs: 0, slowestMs: 0 }));
  say(`seed ${String(firstSeed)}`);
  for (let seed = firstSeed; performance.now() < untilMs; seed += 1) {
    for (const one of targets) {
      const startedMs = performance.now();
      const crash = fuzz(one.target, seed, inputsPerTurn);
      if (crash !== undefined) {
        say(`${crash.target} threw at seed ${String(seed)}: ${crash.input.toString('base64')}`);
        throw crash.error;
      }
      one.inputs += inputsPerTurn;
      one.slowestMs = Math.max(one.slowestMs, performance.now() - startedMs);
    }
  }
  for (const { target, inputs, slowestMs } of targets) {
    const slowest = `slowest ${String(inputsPerTurn)}: ${slowestMs.toFixed(0)} ms`;
    say(`${target.name.padEnd(20)} ${String(inputs).padStart(9)} inputs, ${slowest}`);
  }
}

/** Throws for a header that takes too long. */
async function measureHeaders(): Promise<void> {
  const loads = await headerLoads();
  for (const { sender, header, value, milliseconds, ratio } of loads) {
    const figures = `${milliseconds.toFixed(1).padStart(7)} ms ${ratio.toFixed(1).padStart(7)} x`;
    say(`${sender.padEnd(8)} ${header.padEnd(34)} ${figures}  ${JSON.stringify(value)}`);
  }
  const slow = excessive(loads);
  if (slow.length === 0) return;
  const names = slow.map(({ sender, header }) => `${header} (${sender})`).join(', ');
  throw new Error(`more than ${String(ratioMax)} times as long as a plain request: ${names}`);
}

const inputsPerTurn = 500;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
