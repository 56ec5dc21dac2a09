import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { BankProcess } from '@nordgate/demo/bank-process';
import { say } from '@nordgate/local/tool';
import { usedBelow } from './peer/process-time.js';

const settledMs = 5000;
/** The readers of an idle bank rest longer and longer. */
const quietAfterMs = 25_000;
const watchedMs = 30_000;

/** The time to a ready bank, at the first and at a later start, and its memory when idle. */
interface StartFigures {
  readonly firstSeconds: number;
  readonly laterSeconds: number;
  /** Proportional set size of the process and its database, MiB. */
  readonly idlePssMib: number;
  /** Processor time of a second without a request, ms. */
  readonly idleMs: { readonly process: number; readonly database: number };
}

/** Says how fast a bank starts, and what it takes when it is idle. */
export async function benchStart(dataDir: string): Promise<void> {
  const { firstSeconds, laterSeconds, idlePssMib, idleMs } = await startFigures(dataDir);
  say(
    `start: first ${firstSeconds.toFixed(1)} s (target < 15), later ${laterSeconds.toFixed(1)} s (target < 6)`,
  );
  say(`idle: ${idlePssMib.toFixed(0)} MiB PSS with PostgreSQL (target < 450)`);
  const used = `${idleMs.process.toFixed(1)} ms, PostgreSQL ${idleMs.database.toFixed(1)} ms`;
  say(`idle: processor time a second ${used} (target 8 and 4)`);
}

/** Starts the bank twice on one data folder. */
async function startFigures(dataDir: string): Promise<StartFigures> {
  const first = await timed(() => BankProcess.start({ dataDir }));
  await first.bank.stop();
  const later = await timed(() => BankProcess.start({ dataDir }));
  await pause(settledMs);
  const idlePssMib = await pssMibBelow(later.bank.pid);
  const idleMs = await idleMsOf(later.bank.pid);
  await later.bank.stop();
  return { firstSeconds: first.seconds, laterSeconds: later.seconds, idlePssMib, idleMs };
}

async function idleMsOf(pid: number): Promise<StartFigures['idleMs']> {
  await pause(quietAfterMs);
  const before = await usedBelow(pid);
  await pause(watchedMs);
  const after = await usedBelow(pid);
  const msOf = (part: keyof typeof before) =>
    ((after[part] - before[part]) * 1000) / (watchedMs / 1000);
  return { process: msOf('process'), database: msOf('database') };
}

async function timed(start: () => Promise<BankProcess>) {
  const started = performance.now();
  const bank = await start();
  return { bank, seconds: (performance.now() - started) / 1000 };
}

/** Sums the memory of a process and everything that it started (Linux). */
async function pssMibBelow(pid: number): Promise<number> {
  const parents = await parentsByPid();
  const family = new Set([pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const [child, parent] of parents) {
      if (family.has(parent) && !family.has(child)) {
        family.add(child);
        grown = true;
      }
    }
  }
  const sizes = await Promise.all([...family].map(pssKib));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

async function parentsByPid(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(
    pids.map(async (pid): Promise<[number, number]> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return [Number(pid), Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0)];
    }),
  );
  return new Map(entries);
}

/** The proportional set size of a process, KiB (Linux); 0 for a process that has ended. */
export async function pssKib(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${String(pid)}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}
