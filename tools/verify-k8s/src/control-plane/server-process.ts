import { lastLines } from '@nordgate/local/programs';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lifetime } from './lifetime.js';

/** A server as a child process that ends with its run, with its output in a file. */
export class ServerProcess {
  private failure: Error | undefined;

  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
    private readonly log: string,
  ) {
    child.once('error', (error) => (this.failure = error));
  }

  /** @throws Error when the run ends */
  static start(
    life: Lifetime,
    name: string,
    program: string,
    args: readonly string[],
    folder: string,
  ): ServerProcess {
    const log = join(folder, `${name}.log`);
    const output = openSync(log, 'a');
    try {
      const stdio = ['ignore' as const, output, output];
      const child = life.start(() => spawn(program, args, { cwd: folder, stdio }));
      return new ServerProcess(name, child, log);
    } finally {
      closeSync(output);
    }
  }

  /** @throws Error with the end of the log when the server has ended */
  requireRunning(): void {
    if (this.failure !== undefined) throw this.failure;
    const { exitCode, signalCode } = this.child;
    if (exitCode === null && signalCode === null) return;
    const end = lastLines(readFileSync(this.log, 'utf8'));
    throw new Error(`${this.name} ended with ${String(exitCode ?? signalCode)}: ${end}`);
  }

  /** The resident memory in MB. Undefined where the system does not show it. */
  residentMb(): number | undefined {
    try {
      const status = readFileSync(`/proc/${String(this.child.pid)}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    } catch {
      return undefined;
    }
  }
}
