import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appHeapIn } from '../host/child-program.js';
import { endOfLog } from '../host/programs.js';

export type AppName = 'gateway' | 'payments' | 'baskets' | 'sca' | 'accounts' | 'batch';

interface AppProcessOptions {
  readonly app: AppName;
  /** The app's name and a number, unique among the instances. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address of its probes. */
  readonly internalUrl: string;
  readonly logFile: string;
  /** Called when the process ends unexpectedly, with the exit code or the signal. */
  readonly onEnd?: (code: string) => void;
}

/** A program that replaces the app's own, with additional environment variables. */
export interface Program {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

const readyWaitMs = 300_000;
const pollMs = 50;
const probeMsMax = 2000;

/** One app of the bank as a process that can be killed, frozen and started again. */
export class AppProcess {
  private child: ChildProcess | undefined;
  /** Whether the child should run: its end is then unexpected. */
  private wanted = false;
  private program: Program | undefined;
  private ended: string | undefined;
  /** What the last probe answered, or why it had no answer. */
  private lastProbe = 'no probe yet';

  constructor(private readonly options: AppProcessOptions) {}

  get app(): AppName {
    return this.options.app;
  }

  get name(): string {
    return this.options.name;
  }

  get internalUrl(): string {
    return this.options.internalUrl;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** The reason of an unexpected end and the end of the log. Absent: the app runs, or was stopped. */
  get unexpectedEnd(): string | undefined {
    return this.ended;
  }

  /** What the app reports about itself: the answer of its liveness probe. */
  async liveness(): Promise<string> {
    const limit = AbortSignal.timeout(probeMsMax);
    const url = `${this.options.internalUrl}/health/live`;
    return fetch(url, { signal: limit }).then((answer) => answer.text(), String);
  }

  /** Replaces the program from the next start on; undefined restores the app. For planted bugs. */
  use(program: Program | undefined): void {
    this.program = program;
  }

  /** Resolves when the app is ready. @throws Error with the end of its log when it ends before */
  async start(): Promise<void> {
    const child = this.spawn();
    this.child = child;
    this.wanted = true;
    this.ended = undefined;
    child.once('exit', (code, signal) => {
      if (!this.wanted || this.child !== child) return;
      this.wanted = false;
      const how = signal ?? String(code);
      this.ended = this.failure(`ended by itself with ${how}`).message;
      this.options.onEnd?.(how);
    });
    const deadline = performance.now() + readyWaitMs;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) throw this.failure('ended');
      if (performance.now() > deadline) throw this.failure(`is not ready: ${this.lastProbe}`);
      await sleep(pollMs);
    }
  }

  /** Ends the app in order. The exit code is 0 when all work in progress was finished. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** Ends the app at once, as a power cut does. */
  async kill9(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Suspends the app until `thaw`. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    this.wanted = false;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return 0;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }

  private spawn(): ChildProcess {
    const { app, env, logFile } = this.options;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a');
    try {
      // The app notices the end of this process by the IPC channel.
      const { file, env: more } = this.program ?? { file: mainOf(app), env: {} };
      return spawn(process.execPath, [...appHeapIn(process.env), file, app], {
        stdio: ['ignore', log, log, 'ipc'],
        env: { ...process.env, NODE_OPTIONS: '', ...env, ...more },
      });
    } finally {
      closeSync(log);
    }
  }

  private async isReady(): Promise<boolean> {
    const limit = AbortSignal.timeout(probeMsMax);
    const url = `${this.options.internalUrl}/health/ready`;
    try {
      const answer = await fetch(url, { signal: limit });
      this.lastProbe = await answer.text();
      return answer.ok;
    } catch (error) {
      const { cause, message } = error as Error;
      this.lastProbe = cause instanceof Error ? cause.message : message;
      return false;
    }
  }

  private failure(what: string): Error {
    const { name, logFile } = this.options;
    return new Error(`${name} ${what}:\n${endOfLog(logFile)}`);
  }
}

function mainOf(app: AppName): string {
  return join(import.meta.dirname, '..', '..', '..', '..', 'apps', app, 'dist', 'main.js');
}
