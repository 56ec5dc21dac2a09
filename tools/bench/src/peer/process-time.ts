import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase } from '@nordgate/event-store';

/** The kernel counts processor time for programs in hundredths of a second. */
const ticksPerSecond = 100;

/** A process in /proc: its parent, and its ticks with and without those of its ended children. */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  readonly ticksOfEnded: number;
}

/** A server and its PostgreSQL: the process, and the parent of all backends. */
export interface MeasuredServer {
  readonly pid: number;
  readonly postmaster: number;
}

/** User and system time of a process and of its PostgreSQL, in seconds. */
interface UsedSeconds {
  readonly process: number;
  readonly database: number;
}

/** What a bank and the PostgreSQL below it have used so far; the other processes below it count as the bank's. */
export async function usedBelow(pid: number): Promise<UsedSeconds> {
  const all = await allStats();
  const below = (parent: number): ProcessStat[] =>
    all.filter((one) => one.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  const names = await Promise.all(
    below(pid).map(async (one) => ({ ...one, isDatabase: await isPostgres(one.pid) })),
  );
  const sum = (stats: readonly ProcessStat[]) =>
    stats.reduce((ticks, one) => ticks + one.ticks, 0) / ticksPerSecond;
  const own = all.filter((one) => one.pid === pid);
  return {
    process: sum([...own, ...names.filter((one) => !one.isDatabase)]),
    database: sum(names.filter((one) => one.isDatabase)),
  };
}

async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${String(pid)}/comm`, 'latin1').catch(() => '');
  return name.startsWith('postgres');
}

/** The process that is the parent of all backends of a database. */
export async function postmasterOf(url: string): Promise<number> {
  const options = { url, applicationName: 'nordgate-bench', migrations: [], poolMax: 1 };
  const database = await openDatabase(options);
  try {
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    return (await statOf(rows[0]?.pid ?? 0))?.parent ?? 0;
  } finally {
    await database.close();
  }
}

/** User and system time of the server and of all processes of its PostgreSQL, in seconds. */
export async function processorSeconds({ pid, postmaster }: MeasuredServer): Promise<number> {
  const ofDatabase = (await allStats()).filter((one) => one.parent === postmaster);
  const [server, parent] = await Promise.all([statOf(pid), statOf(postmaster)]);
  if (server === undefined || parent === undefined) throw new Error('a measured server has ended');
  const backends = ofDatabase.reduce((sum, { ticks }) => sum + ticks, 0);
  return (server.ticks + parent.ticks + parent.ticksOfEnded + backends) / ticksPerSecond;
}

const stepMs = 150;
const stepsMax = 20;

/** Resolves when the server has no work left that its last requests have caused, or after some seconds. */
export async function untilIdle(server: MeasuredServer): Promise<void> {
  let before = await processorSeconds(server);
  for (let step = 0; step < stepsMax; step += 1) {
    await delay(stepMs);
    const now = await processorSeconds(server);
    if (now - before <= 2 / ticksPerSecond) return;
    before = now;
  }
}

/** Pins the server to the last processor and its PostgreSQL to the first, where `taskset` is installed. */
export async function pin({ pid, postmaster }: MeasuredServer): Promise<void> {
  const last = availableParallelism() - 1;
  const backends = (await allStats()).filter((one) => one.parent === postmaster);
  try {
    await pinTo(last, pid);
    for (const one of [postmaster, ...backends.map((each) => each.pid)]) await pinTo(0, one);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function pinTo(processor: number, pid: number): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', String(processor), String(pid)]);
}

async function allStats(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => statOf(Number(pid))));
  return stats.filter((one) => one !== undefined);
}

/** Undefined for a process that has ended. The name of a program, in brackets, may have spaces. */
async function statOf(pid: number): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${String(pid)}/stat`, 'latin1').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
  const ended = (fields[13] ?? 0) + (fields[14] ?? 0);
  return { pid, parent, ticks: user + system, ticksOfEnded: ended };
}
