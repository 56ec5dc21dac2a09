import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clocks } from '@nordgate/local/clocks';
import { runTool, say } from '@nordgate/local/tool';
import { runEntries } from './entries/entries-run.js';
import { clockName } from './nightly-clock.js';
import { readNightlyOptions, usage } from './nightly-options.js';
import type { NightlyOptions } from './nightly-options.js';
import { verdictOfYear } from './year/growth.js';
import { linesOfYear, liveYear } from './year/year.js';

/** The folder of the clock, for the process that has it. */
const clocksVariable = 'NORDGATE_NIGHTLY_CLOCKS';

/** It says which tables grow. */
const page = join(import.meta.dirname, '../../../../docs/operations/data.md');

/** `npm run nightly`: much data, and much time. */
async function main(): Promise<void> {
  const options = readNightlyOptions(process.argv.slice(2));
  if (options.is === 'help') return say(usage);
  const clocksDir = process.env[clocksVariable];
  if (clocksDir === undefined) return runWithClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-nightly-'));
  try {
    if (!(await hasHeld(options, { dataDir, clocksDir }))) process.exitCode = 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function hasHeld(
  options: Exclude<NightlyOptions, { readonly is: 'help' }>,
  place: { readonly dataDir: string; readonly clocksDir: string },
): Promise<boolean> {
  if (options.is === 'entries') return runEntries(options.size, place);
  const samples = await liveYear(options.year, place);
  const { lines, hasHeld: isNamed } = verdictOfYear(samples, await readFile(page, 'utf8'));
  for (const line of [...linesOfYear(samples), ...lines]) say(line);
  return isNamed;
}

/** The same program in a process whose clock can be moved. */
async function runWithClock(): Promise<void> {
  const clocksDir = await mkdtemp(join(tmpdir(), 'nordgate-clocks-'));
  try {
    const env = Clocks.in(clocksDir).envOf(clockName);
    // PostgreSQL may run under another account.
    await chmod(clocksDir, 0o755);
    const child = spawn(process.execPath, process.argv.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, ...env, FAKETIME_CACHE_DURATION: '0', [clocksVariable]: clocksDir },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await rm(clocksDir, { recursive: true, force: true });
  }
}

runTool(main);
