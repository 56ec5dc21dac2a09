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
  /** How long a process has after SIGTERM. */
  readonly killAfterMs: number;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const thisProcess: Host = {
  events: process,
  exit: (code) => process.exit(code),
  killAfterMs: 10_000,
};
/** For what follows the last SIGKILL: exits, and the removal of files. */
const settleMs = 2000;

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

  constructor(private readonly killAfterMs: number) {}

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

  /** Ends everything at the same time, within a bound: SIGTERM, then SIGKILL. Never rejects. */
  end(): Promise<void> {
    return (this.ended ??= this.endAll());
  }

  /** Without waiting: for the exit of this process. */
  kill(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }

  private async endAll(): Promise<void> {
    this.ending.abort(new Error('the run ends'));
    const all = [
      ...this.stops.map((stop) => stop().catch(() => undefined)),
      ...[...this.children].map((child) => this.endOf(child)),
    ];
    await within(this.killAfterMs + settleMs, Promise.all(all));
    for (const path of this.folders) rmSync(path, { recursive: true, force: true });
  }

  private async endOf(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit').catch(() => undefined);
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), this.killAfterMs);
    await gone;
    clearTimeout(killer);
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
  const life = new Lifetime(host.killAfterMs);
  let exitCode: number | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const leave = (signal: (typeof signals)[number]) => {
    if (exitCode !== undefined) return;
    const code = 128 + constants.signals[signal];
    exitCode = code;
    leaving = setTimeout(() => host.exit(code), host.killAfterMs + 2 * settleMs);
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
