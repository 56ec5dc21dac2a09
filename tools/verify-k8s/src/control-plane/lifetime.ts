import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** This process, as far as a lifetime needs it. */
interface Host {
  /** Emits the signals, and `exit`. */
  readonly events: EventEmitter;
  readonly exit: (code: number) => void;
  /** How long the end may take. */
  readonly boundMs: number;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const thisProcess: Host = {
  events: process,
  exit: (code) => process.exit(code),
  boundMs: 10_000,
};

/**
 * Everything that has to end with a run: processes, servers, folders. Each is held from the moment of its start, so a
 * signal in the middle of a longer start leaves nothing.
 */
export class Lifetime {
  private readonly children = new Set<ChildProcess>();
  private readonly stops: (() => Promise<unknown>)[] = [];
  private readonly folders: string[] = [];
  private readonly ending = new AbortController();
  private ended: Promise<void> | undefined;

  constructor(private readonly boundMs: number) {}

  /** Aborted as soon as the run ends. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Holds the process that this function starts. @throws Error when the run ends: nothing is started then */
  start<T extends ChildProcess>(spawned: () => T): T {
    this.signal.throwIfAborted();
    const child = spawned();
    this.children.add(child);
    const forget = () => this.children.delete(child);
    // A program that cannot be started has no exit.
    child.once('exit', forget).once('error', () => child.pid === undefined && forget());
    return child;
  }

  /** Makes a scratch folder, which is removed after all processes. @throws Error when the run ends */
  folder(prefix: string): string {
    this.signal.throwIfAborted();
    const path = mkdtempSync(join(tmpdir(), prefix));
    this.folders.push(path);
    return path;
  }

  /** Calls this at the end, together with everything else. @throws Error when the run ends */
  atEnd(stop: () => Promise<unknown>): void {
    this.signal.throwIfAborted();
    this.stops.push(stop);
  }

  /**
   * Ends everything at the same time, within a bound. Never rejects. By SIGKILL: no data of a run is kept, and after
   * SIGTERM an API server whose etcd has gone runs on for more than ten seconds.
   */
  end(): Promise<void> {
    return (this.ended ??= this.endAll());
  }

  /** Ends the processes without waiting: for the exit of this process. */
  kill(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }

  private async endAll(): Promise<void> {
    this.ending.abort(new Error('the run ends'));
    const exits = [...this.children].map((child) => once(child, 'exit'));
    const stops = this.stops.map(async (stop) => stop());
    this.kill();
    await within(this.boundMs, Promise.allSettled([...exits, ...stops]));
    const options = { recursive: true, force: true, maxRetries: 3 };
    for (const path of this.folders) rmSync(path, options);
  }
}

/**
 * Runs something, then ends all that its lifetime holds. A signal ends it at once; this process leaves when the run has
 * settled, or after the bound.
 *
 * @throws the error of the run
 */
export async function withLifetime<T>(
  run: (life: Lifetime) => Promise<T>,
  host: Host = thisProcess,
): Promise<T> {
  const life = new Lifetime(host.boundMs);
  let exitCode: number | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const leave = (signal: (typeof signals)[number]) => {
    if (exitCode !== undefined) return;
    const code = 128 + constants.signals[signal];
    exitCode = code;
    leaving = setTimeout(() => host.exit(code), 2 * host.boundMs);
    void life.end();
  };
  const kill = () => life.kill();
  for (const signal of signals) host.events.on(signal, leave);
  host.events.once('exit', kill);
  try {
    return await run(life);
  } finally {
    await life.end();
    clearTimeout(leaving);
    if (exitCode !== undefined) host.exit(exitCode);
    for (const signal of signals) host.events.off(signal, leave);
    host.events.off('exit', kill);
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const bound = new AbortController();
  const late = sleep(ms, undefined, { signal: bound.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  bound.abort();
}
