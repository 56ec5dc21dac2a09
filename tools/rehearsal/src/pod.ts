import { endOfLog } from '@nordgate/local/programs';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Probe, Workload } from './manifests.js';

export interface PodOptions {
  readonly name: string;
  readonly workload: Workload;
  /** The folder of the release: the working folder of the container. */
  readonly release: string;
  readonly env: Readonly<Record<string, string>>;
  /** The ports of this pod, by container port. */
  readonly ports: ReadonlyMap<number, number>;
  readonly logFile: string;
  /** Called when the pod becomes ready, and when it no longer is. */
  readonly onReady: (isReady: boolean) => void;
}

/** How a pod ended. */
export interface PodEnd {
  readonly pod: string;
  readonly code: number | string;
  /** From the signal to the end. */
  readonly seconds: number;
  /** Readiness probes that were answered with 200 after the signal. */
  readonly readyAfterSignal: number;
}

/** The time that a balancer needs to see that an endpoint has gone. */
const endpointDelayMs = 1000;
/** A probe that was on its way when the signal came is none that lies. */
const lieAfterMs = 300;
const lookEveryMs = 100;

/** A process that is probed, restarted and ended as Kubernetes does it with the container of a pod. */
export class Pod {
  private child: ChildProcess | undefined;
  private isReady = false;
  private readonly ending = new AbortController();
  restarts = 0;

  constructor(private readonly options: PodOptions) {}

  get name(): string {
    return this.options.name;
  }

  portOf(name: string): number {
    const { workload, ports } = this.options;
    return ports.get(workload.ports[name] ?? 0) ?? 0;
  }

  /** Resolves when the pod is ready for the first time. @throws Error with the end of its log when it fails */
  async start(): Promise<void> {
    this.child = this.spawn();
    const { startup, readiness, liveness } = this.options.workload.probes;
    if (startup !== undefined) await this.untilStarted(startup);
    const ready = Promise.withResolvers<void>();
    void this.watch(readiness, (isUp) => {
      this.turn(isUp);
      if (isUp) ready.resolve();
    });
    void this.watch(liveness, (isUp) => {
      if (!isUp) void this.restart();
    });
    const { signal } = this.ending;
    signal.addEventListener('abort', () =>
      ready.reject(this.failure('was ended before it was ready')),
    );
    this.child.once('exit', () => ready.reject(this.failure('ended before it was ready')));
    ready.promise.catch(() => undefined);
    await ready.promise;
  }

  /** Deletes the pod: the endpoint goes while preStop runs, then SIGTERM, and SIGKILL after the grace period. */
  async delete(): Promise<PodEnd> {
    const { preStopSeconds } = this.options.workload;
    this.ending.abort();
    const removed = sleep(endpointDelayMs).then(() => this.turn(false));
    await sleep(preStopSeconds * 1000);
    const since = performance.now();
    const readyAfterSignal = await this.terminate();
    const seconds = (performance.now() - since) / 1000;
    await removed;
    const code = this.child?.signalCode ?? this.child?.exitCode ?? 'none';
    return { pod: this.name, code, seconds, readyAfterSignal };
  }

  /** Ends the process in order. Returns how many readiness probes it answered with 200 meanwhile. */
  private async terminate(): Promise<number> {
    const { preStopSeconds, graceSeconds, probes } = this.options.workload;
    const { child } = this;
    if (child === undefined || !isRunning(child)) return 0;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const since = performance.now();
    const killer = setTimeout(() => child.kill('SIGKILL'), (graceSeconds - preStopSeconds) * 1000);
    let ready = 0;
    while (isRunning(child)) {
      const isUp = probes.readiness !== undefined && (await this.ask(probes.readiness));
      if (isUp && performance.now() - since > lieAfterMs) ready += 1;
      await Promise.race([gone, sleep(lookEveryMs)]);
    }
    clearTimeout(killer);
    return ready;
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    this.ending.abort();
    const { child } = this;
    if (child === undefined || !isRunning(child)) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  private turn(isReady: boolean): void {
    if (this.isReady === isReady) return;
    this.isReady = isReady;
    this.options.onReady(isReady);
  }

  private async untilStarted(probe: Probe): Promise<void> {
    for (let failures = 0; failures < probe.failureThreshold; failures += 1) {
      await sleep(probe.periodSeconds * 1000);
      if (this.child?.exitCode !== null) throw this.failure('ended during its start');
      if (await this.ask(probe)) return;
    }
    throw this.failure('did not start in time');
  }

  /** Probes until the pod is deleted. One success is up; the threshold of failures is down. */
  private async watch(probe: Probe | undefined, tell: (isUp: boolean) => void): Promise<void> {
    const { signal } = this.ending;
    let failures = 0;
    while (probe !== undefined && !signal.aborted) {
      const isUp = await this.ask(probe);
      if (signal.aborted) return;
      failures = isUp ? 0 : failures + 1;
      if (isUp) tell(true);
      else if (failures >= probe.failureThreshold) tell(false);
      await sleep(probe.periodSeconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  }

  private async restart(): Promise<void> {
    this.restarts += 1;
    this.turn(false);
    const gone = this.child && once(this.child, 'exit');
    this.child?.kill('SIGTERM');
    await gone;
    this.child = this.spawn();
  }

  private async ask({ path, port, timeoutSeconds }: Probe): Promise<boolean> {
    const url = `http://127.0.0.1:${String(this.portOf(port))}${path}`;
    const limit = timeoutSeconds * 1000;
    const limits = {
      headersTimeout: limit,
      bodyTimeout: limit,
      signal: AbortSignal.timeout(limit),
    };
    return request(url, { ...limits, reset: true }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode < 400;
      },
      () => false,
    );
  }

  private spawn(): ChildProcess {
    const { workload, release, env, logFile } = this.options;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a');
    const [, program = ''] = workload.command;
    try {
      return spawn(process.execPath, [join(release, program)], {
        stdio: ['ignore', log, log, 'ipc'],
        cwd: release,
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...env,
        },
      });
    } finally {
      closeSync(log);
    }
  }

  private failure(what: string): Error {
    const { name, logFile } = this.options;
    return new Error(`${name} ${what}:\n${endOfLog(logFile)}`);
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;
