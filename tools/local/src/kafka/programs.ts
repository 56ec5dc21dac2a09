import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that must be installed on the machine, with the way to install each. */
const installed = {
  java: 'Java 17 or newer (Debian: apt-get install openjdk-17-jre-headless)',
  mvn: 'Maven (Debian: apt-get install maven), once, to fetch the broker',
} as const;

type Program = keyof typeof installed;

/** @throws Error when programs are missing on the path; the message names what to install */
export function requirePrograms(programs: readonly Program[], env: NodeJS.ProcessEnv): void {
  const missing = programs.filter((program) => !isOnPath(program, env['PATH'] ?? ''));
  if (missing.length === 0) return;
  const advice = missing.map((program) => `${program} is missing: install ${installed[program]}`);
  throw new Error(`local Kafka brokers do not run on this machine. ${advice.join('. ')}.`);
}

/** Runs a program to its end. @throws Error with the last lines of its output unless it exits with 0 */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail).once('close', done);
  });
  if (code !== 0) throw new Error(`${program} failed (${code}): ${lastLines(output)}`);
}

/** The end of a log as one line, without the stack frames of exceptions. */
export function lastLines(text: string, count = 12): string {
  const lines = text.split('\n').filter((line) => line !== '' && !/^\s+(at|\.\.\.) /.test(line));
  return lines.slice(-count).join(' | ');
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
