import { stopInOrder } from '@nordgate/local/child-program';
import { lastLines } from '@nordgate/local/programs';
import { freePorts } from '@nordgate/local/free-ports';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import { collectorFile, loginFile } from './collector-config.js';

const readyWithinMs = 30_000;
const pollMs = 100;

/** What the Collector runs with on this machine. */
export interface CollectorSettings {
  readonly program: string;
  /** For its log, and for what differs from the files of a bank. */
  readonly folder: string;
  readonly backend: string;
  readonly tokenFile: string;
}

/** A real Collector on loopback with the files of `deploy/observability`. */
export class CollectorProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
    private readonly ports: Ports,
  ) {}

  /** @throws Error with the end of the log when the Collector does not start */
  static async start(settings: CollectorSettings): Promise<CollectorProcess> {
    const [http = 0, grpc = 0, health = 0, metrics = 0] = await freePorts(4);
    const ports = { http, grpc, health, metrics };
    const local = join(settings.folder, 'local.yaml');
    writeFileSync(local, stringify(localConfig(ports, settings.tokenFile)));
    const logFile = join(settings.folder, 'collector.log');
    const log = openSync(logFile, 'w');
    const args = [collectorFile, loginFile, local].map((file) => `--config=${file}`);
    const child = spawn(settings.program, args, {
      stdio: ['ignore', log, log],
      env: { TRACES_BACKEND_ENDPOINT: settings.backend },
    });
    closeSync(log);
    const collector = new CollectorProcess(child, logFile, ports);
    const deadline = performance.now() + readyWithinMs;
    while (!(await isHealthy(ports.health))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await collector.stop();
        throw new Error(`the Collector did not start: ${lastLines(collector.log())}`);
      }
      await pause(pollMs);
    }
    return collector;
  }

  /** Sends an export as a process of the bank does. @throws Error when the Collector does not take it */
  async send(body: object): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${String(this.ports.http)}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the Collector answers ${String(answer.status)}`);
  }

  async scrape(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${String(this.ports.metrics)}/metrics`)).text();
  }

  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** @returns the exit code: 0 after a stop in order */
  stop(): Promise<number | null> {
    return stopInOrder(this.child);
  }
}

/** Why the Collector refuses the files of `deploy/observability`; undefined when it accepts them. */
export function configFault(program: string, files: readonly string[]): string | undefined {
  const args = ['validate', ...files.map((file) => `--config=${file}`)];
  const { error, status, stderr } = spawnSync(program, args, {
    ...{ encoding: 'utf8', env: { TRACES_BACKEND_ENDPOINT: 'http://traces.example:4318' } },
  });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : lastLines(stderr);
}

interface Ports {
  readonly http: number;
  readonly grpc: number;
  readonly health: number;
  readonly metrics: number;
}

/** Free ports and short times, and JSON that the check can read. Nothing else differs from the files of a bank. */
function localConfig({ http, grpc, health, metrics }: Ports, tokenFile: string): object {
  const at = (port: number) => ({ endpoint: `127.0.0.1:${String(port)}` });
  const reader = { pull: { exporter: { prometheus: { host: '127.0.0.1', port: metrics } } } };
  return {
    receivers: { otlp: { protocols: { http: at(http), grpc: at(grpc) } } },
    processors: { tail_sampling: { decision_wait: '1s' }, batch: { timeout: '200ms' } },
    exporters: { otlphttp: { encoding: 'json', compression: 'none' } },
    extensions: { health_check: at(health), bearertokenauth: { filename: tokenFile } },
    service: { telemetry: { metrics: { readers: [reader] } } },
  };
}

const isHealthy = (port: number) =>
  fetch(`http://127.0.0.1:${String(port)}/`).then(
    ({ ok }) => ok,
    () => false,
  );
