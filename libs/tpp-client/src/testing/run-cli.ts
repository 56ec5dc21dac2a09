import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The output of a run of the command line, and its exit code. */
interface CliRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const bin = join(import.meta.dirname, '..', '..', 'bin', 'nordgate-tpp.mjs');

/** Runs `nordgate-tpp` as a process. Needs a build. */
export async function runCli(args: readonly string[], input = ''): Promise<CliRun> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [bin, ...args], { env });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (printed.out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (printed.err += part));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}
