import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Reports one line about what happens to a server. Never receives a password. */
export type Say = (line: string) => void;

/** A process, distinguishable from a later process with the same number. */
interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** The identity of a running process. Undefined when the process has ended or is a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = platform() === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether this very process still runs. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return identityOf(pid)?.started === started;
}

/** The identity stored in a file. Undefined when the file is missing or cut short. */
export function readIdentity(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/** The working directory of a process. Undefined where the system does not show it. */
export function workingDirectoryOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** One attempt to end a process: a signal, and how long to wait for the end. */
export interface EndingStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

const pollMs = 20;

/**
 * Ends a server that outlived its host, step by step.
 *
 * @param name of the server in the reported lines, such as `Kafka broker 1`
 * @throws Error when the process still runs after the last step
 */
export async function endStray(
  name: string,
  stray: ProcessIdentity,
  steps: readonly EndingStep[],
  say: Say,
): Promise<void> {
  const who = `${name} (pid ${stray.pid})`;
  say(`${who} outlived its host; asking it to shut down`);
  for (const { signal, waitMs } of steps) {
    sendSignal(stray.pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isRunning(stray)) return say(`${who} has shut down`);
      await sleep(pollMs);
    }
  }
  throw new Error(`${who} does not shut down`);
}

/** The process may end by itself between the look and the signal. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function startedOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in parentheses, may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${startTicks}`;
  } catch {
    return undefined;
  }
}

function startedElsewhere(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return started.trim() || undefined;
  } catch {
    return undefined;
  }
}
