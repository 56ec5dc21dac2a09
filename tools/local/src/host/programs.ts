import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** Programs that must be installed on the machine: the name of each, and the way to install it. */
export type NeededPrograms = Readonly<Record<string, string>>;

/**
 * @param purpose what does not run without the programs, such as `local Kafka brokers`
 * @throws Error when programs are missing on the path; the message names what to install
 */
export function requirePrograms(
  purpose: string,
  needed: NeededPrograms,
  env: NodeJS.ProcessEnv,
): void {
  const missing = Object.entries(needed).filter(([name]) => programFile(name, env) === undefined);
  if (missing.length === 0) return;
  const advice = missing.map(([name, install]) => `${name} is missing: install ${install}`);
  throw new Error(`${purpose} cannot run on this machine. ${advice.join('. ')}.`);
}

/** The cache of fetched programs, shared by all checkouts: `NORDGATE_CACHE_DIR`, or the system's place. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const system = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return resolve(env['NORDGATE_CACHE_DIR'] || join(system, 'nordgate'));
}

/**
 * Runs a program to its end.
 *
 * @param options `signal` ends the program and all processes that it has started
 * @throws Error with the last lines of its output unless it exits with 0
 */
export async function run(
  program: string,
  args: readonly string[],
  {
    signal,
    ...options
  }: {
    readonly cwd: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate group, so that one signal reaches what the program has started.
    detached: signal !== undefined,
  });
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // All of the group have ended.
    }
  };
  signal?.addEventListener('abort', endGroup, { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail).once('close', done);
  }).finally(() => signal?.removeEventListener('abort', endGroup));
  if (code !== 0) throw new Error(`${program} failed (${code}): ${lastLines(output)}`);
}

/** The end of a log as one line, without the stack frames of exceptions. */
export function lastLines(text: string, count = 12): string {
  const lines = text.split('\n').filter((line) => line !== '' && !/^\s+(at|\.\.\.) /.test(line));
  return lines.slice(-count).join(' | ');
}

/** The last eight lines of the log of a process. */
export function endOfLog(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}

/** The file of a program on the path. Undefined when the path has no such program. */
export function programFile(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const files = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return files.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
