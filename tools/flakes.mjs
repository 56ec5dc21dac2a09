// `npm run flakes -- [--times=10] [spec file]…` runs these specs, or the suspects of tools/flakes.json, ten times each, one
// file at a time, and prints a table. Fails when a run failed. Specs over Kafka need `npm run build:tools`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { listedFlakes, tableOf } from './flakes.ts';
import { jestStage } from './run-stages.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' } },
});

/** The setting that lets Jest see a spec of this name. */
const settings = {
  '.kafka.': { NORDGATE_KAFKA_RUN: '1' },
  '.browser.': { NORDGATE_BROWSER_RUN: '1' },
  '.restore.': { NORDGATE_RESTORE_RUN: '1' },
};
const settingOf = (file) =>
  Object.entries(settings).find(([suffix]) => file.includes(suffix))?.[1] ?? {};

async function run(file) {
  const { command, argsAlone, env } = jestStage(1, [], settingOf(file));
  const started = performance.now();
  const child = spawn(command, argsAlone([file]), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [status] = await once(child, 'close');
  const seconds = (performance.now() - started) / 1000;
  console.log(`${status === 0 ? 'passed' : 'FAILED'} ${seconds.toFixed(1)} s  ${file}`);
  if (status !== 0) process.stdout.write(Buffer.concat(output));
  return { file, isPassed: status === 0, seconds };
}

const { suspects } = listedFlakes();
// A spec that is named need not be in the list.
const files = positionals.length > 0 ? positionals : suspects.map(({ file }) => file);
if (files.length === 0) console.log('no spec is suspected');
const runs = [];
// A round of all files, then the next one: a machine that is busy for a minute meets each file once.
for (let round = 0; round < Number(values.times); round += 1) {
  for (const file of files) runs.push(await run(file));
}
if (runs.length > 0) console.log(`\n${tableOf(runs).join('\n')}`);
process.exitCode = runs.every(({ isPassed }) => isPassed) ? 0 : 1;
