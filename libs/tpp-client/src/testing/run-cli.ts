import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runProgram } from '../cli/program.js';
import type { Terminal } from '../cli/terminal.js';

/** The output of a run of the command line, and its exit code. */
interface CliRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The input of a run, and changes of its terminal. */
type CliSurroundings = Partial<Omit<Terminal, 'readStdin'>> & { readonly input?: string };

/** Runs `nordgate-tpp` in this process. */
export async function runCli(
  args: readonly string[],
  { input = '', ...changes }: CliSurroundings = {},
): Promise<CliRun> {
  const printed = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => void (printed.out += `${text}\n`),
    err: (text) => void (printed.err += `${text}\n`),
    readStdin: () => Promise.resolve(Buffer.from(input)),
    askSecret: () => Promise.resolve(undefined),
    browse: () => Promise.resolve(false),
    isInteractive: false,
    interrupted: () => new AbortController().signal,
    ...changes,
  };
  const code = await runProgram(args, terminal, '0.0.0-test');
  return { code, ...printed };
}

const bin = join(import.meta.dirname, '..', '..', 'bin', 'nordgate-tpp.cjs');

/** Runs `nordgate-tpp` as a process. Needs a build. */
export async function runCliProcess(args: readonly string[], input = ''): Promise<CliRun> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [bin, ...args], { env });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (printed.out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (printed.err += part));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}
