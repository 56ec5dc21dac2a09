import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Options of Node for a bank on one machine. V8 would give young objects 1 MiB at first, so that the start fills the heap
 * with garbage that was still in use at a collection, and later 128 MiB, because the machine has memory for it
 * (docs/adr/0053-processor-time-of-a-request.md). `npm start` has the same options.
 */
export const heapOptions = ['--min-semi-space-size=16', '--max-semi-space-size=32'] as const;

/**
 * The same for one of the processes of a bank that share a machine: each has a part of the work. Below its limit, V8 lets a small heap grow
 * by less before it collects old objects.
 */
const appHeapOptions = ['--max-semi-space-size=4', '--max-old-space-size=320'] as const;

/** Where this is set to `1`, processes live for seconds, and nobody measures their memory: the stages of the tests set it. */
const shortRun = 'NORDGATE_SHORT_RUN';

/**
 * The options of one of several processes of a bank. The start of an app makes garbage of some thousand modules, among objects that stay: in a
 * short run each app has room for it, as a bank in one process has.
 */
export function appHeapIn(env: NodeJS.ProcessEnv): readonly string[] {
  return env[shortRun] === '1' ? heapOptions : appHeapOptions;
}

interface ChildProgramOptions {
  /** The compiled program. It prints `is ready` when it is. */
  readonly file: string;
  readonly args: readonly string[];
  /** Environment variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line that the program prints. */
  readonly say: (line: string) => void;
}

/** A program of the tools as a separate process, which ends with this process. */
export class ChildProgram {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when the program is ready. @throws Error when it ends before */
  static start({ file, args, env = {}, say }: ChildProgramOptions): Promise<ChildProgram> {
    // The program notices the end of this process by the IPC channel.
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${file} ended with ${String(code)}`)));
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        say(text.trimEnd());
        if (text.includes('is ready')) resolve(new ChildProgram(child));
      });
    });
  }

  /** @returns the exit code: 0 after a stop in order */
  stop(): Promise<number | null> {
    return stopInOrder(this.child);
  }
}

/** Asks a process to end, and waits for it. @returns the exit code: 0 after a stop in order, null after a kill */
export async function stopInOrder(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await gone) as [number | null];
  return code;
}
