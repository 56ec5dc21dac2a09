import { stopInOrder } from '@nordgate/local/child-program';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { observabilityFolder } from '../rule-files.js';

/** A process that Prometheus scrapes. */
export interface Target {
  readonly app: string;
  /** `host:port` of its internal server. */
  readonly address: string;
}

/** One series of an answer, with its last value. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: string;
}

/** An alert that is pending or fires. */
export interface ActiveAlert {
  readonly name: string;
  readonly state: 'pending' | 'firing';
  readonly summary: string;
}

const startLimitMs = 30_000;
const pollMs = 100;

/** A real Prometheus on loopback with the rules of `deploy/observability`, which scrapes every second. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  /** @throws Error when the program is missing, or does not start with these rules */
  static async start(
    folder: string,
    port: number,
    targets: readonly Target[],
  ): Promise<Prometheus> {
    const { error, stdout } = spawnSync('prometheus', ['--version'], { encoding: 'utf8' });
    if (error !== undefined) throw new Error(`prometheus is missing: ${error.message}`);
    const config = join(folder, 'prometheus.yml');
    writeFileSync(config, liveConfig(targets));
    const logFile = join(folder, 'prometheus.log');
    const log = openSync(logFile, 'w');
    const address = `127.0.0.1:${String(port)}`;
    const child = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'prometheus')}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: ['ignore', log, log] },
    );
    closeSync(log);
    const prometheus = new Prometheus(child, `http://${address}`);
    const deadline = performance.now() + startLimitMs;
    while (!(await prometheus.isReady())) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await prometheus.stop();
        throw new Error(`${stdout.split('\n')[0] ?? ''}:\n${readFileSync(logFile, 'utf8')}`);
      }
      await pause(pollMs);
    }
    return prometheus;
  }

  /** The result of an instant query. @throws Error when the query is not valid */
  async query(expr: string): Promise<readonly Sample[]> {
    type Result = { readonly metric: Sample['metric']; readonly value: [number, string] };
    type Data = { readonly resultType: string; readonly result: readonly Result[] };
    const { result } = await this.ask<Data>(`query?query=${encodeURIComponent(expr)}`);
    return result.map(({ metric, value: [, value] }) => ({ metric, value }));
  }

  async activeAlerts(): Promise<readonly ActiveAlert[]> {
    type Given = {
      readonly labels: { readonly alertname: string };
      readonly annotations: { readonly summary: string };
      readonly state: ActiveAlert['state'];
    };
    const { alerts } = await this.ask<{ alerts: readonly Given[] }>('alerts');
    return alerts.map(({ annotations, labels, state }) => ({
      name: labels.alertname,
      state,
      summary: annotations.summary,
    }));
  }

  /** Faults of rules that Prometheus could not evaluate. */
  async ruleFaults(): Promise<readonly string[]> {
    type Rule = { readonly name: string; readonly lastError?: string };
    type Data = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
    const { groups } = await this.ask<Data>('rules');
    return groups.flatMap(({ rules }) =>
      rules.flatMap(({ lastError, name }) => (lastError ? [`${name}: ${lastError}`] : [])),
    );
  }

  async stop(): Promise<void> {
    await stopInOrder(this.child);
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async ask<Data>(path: string): Promise<Data> {
    const answer = await fetch(`${this.url}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { data?: Data; error?: string };
    if (data === undefined) throw new Error(error ?? `${path}: ${String(answer.status)}`);
    return data;
  }
}

/** The bank's file with other addresses, and with intervals of a second instead of fifteen. */
function liveConfig(targets: readonly Target[]): string {
  const text = readFileSync(join(observabilityFolder, 'prometheus.yml'), 'utf8');
  type Config = {
    readonly rule_files: readonly string[];
    readonly scrape_configs: readonly {
      readonly job_name: string;
      readonly metrics_path: string;
    }[];
  };
  const { rule_files, scrape_configs } = parse(text) as Config;
  return stringify({
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: rule_files.map((path) => join(observabilityFolder, path)),
    // The live run has no Collector.
    scrape_configs: scrape_configs
      .filter(({ job_name }) => job_name === 'nordgate')
      .map(({ job_name, metrics_path }) => ({
        job_name,
        metrics_path,
        static_configs: targets.map(({ address, app }) => ({
          targets: [address],
          labels: { app },
        })),
      })),
  });
}
