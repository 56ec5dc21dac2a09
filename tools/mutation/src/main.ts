import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { summary, withFigures } from './figures.js';
import { asEntry, judge, killedPercent } from './judge.js';
import type { Equivalent, Judgement } from './judge.js';
import { namedFiles, runGroup } from './run-group.js';
import type { RunOptions } from './run-group.js';
import { groups } from './scope.js';

const root = join(import.meta.dirname, '..', '..', '..');
const page = join(root, 'docs', 'how-to', 'test-the-tests.md');
const killedPercentMin = 90;

/**
 * `npm run test:mutation -- [--concurrency=2] [--write] [part of a path]…`
 * Fails when less than 90 % of a group's mutants are killed, or an entry of `equivalents.json` is stale.
 */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      concurrency: { type: 'string', default: '2' },
      write: { type: 'boolean', default: false },
    },
  });
  const { preset } = (await import(join(root, 'jest.preset.mjs'))) as {
    preset: { transform: Record<string, [string, RunOptions['swc']]> };
  };
  const swc = preset.transform['^.+\\.ts$']?.[1];
  if (!swc) throw new Error('jest.preset.mjs names no transform for TypeScript');
  const equivalents = JSON.parse(
    readFileSync(join(root, 'tools', 'mutation', 'equivalents.json'), 'utf8'),
  ) as Equivalent[];
  const startedMs = performance.now();
  let enough = true;
  for (const group of groups) {
    const files = namedFiles(root, group, positionals);
    if (files.length === 0) continue;
    const options = { root, swc, concurrency: Number(values.concurrency), say };
    const verdicts = await runGroup(group, files, options);
    const judgement = judge(verdicts, equivalents, new Set(files));
    enough = reported(group.name, judgement) && enough;
    if (values.write) write(judgement);
  }
  say(`${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes`);
  return enough;
}

/** Prints the outcome of a group. Returns whether it is good enough. */
function reported(group: string, { figures, survivors, stale }: Judgement): boolean {
  for (const { is, mutant } of survivors) {
    say(`${is} ${mutant.file}:${String(mutant.line)} ${mutant.kind}`);
    say(`  ${JSON.stringify(asEntry(mutant))}`);
  }
  for (const entry of stale) say(`stale entry of equivalents.json: ${JSON.stringify(entry)}`);
  const rows = [...figures.values()];
  say(summary(group, rows));
  return stale.length === 0 && killedPercent(rows) >= killedPercentMin;
}

function write({ figures }: Judgement): void {
  const named = groups.flatMap((group) => namedFiles(root, group, []));
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figures, named));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// An ordinary end also stops the workers and removes the temporary folder.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = (await main()) ? 0 : 1;
