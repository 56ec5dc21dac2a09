import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@nordgate/local/free-ports';
import { observabilityFolder } from '../rule-files.js';
import type { Firing } from './firing-alerts.js';

/** One request to the webhook of a receiver. */
export interface Notification {
  readonly receiver: string;
  readonly status: 'firing' | 'resolved';
  /** The names of the alerts that fire. */
  readonly alerts: readonly string[];
}

const startLimitMs = 30_000;

/** A real Alertmanager on loopback with the file of the bank, whose receivers are counted. */
export class Alertmanager {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly receiver: Server,
    /** Of people, in order: those of the dead man's switch are left out. */
    readonly notifications: readonly Notification[],
  ) {}

  /** Starts it with every time of the file multiplied. @throws Error when it is missing or does not start */
  static async start(folder: string, speed: number): Promise<Alertmanager> {
    const notifications: Notification[] = [];
    const receiver = await receivingInto(notifications);
    const { port: receiverPort } = receiver.address() as AddressInfo;
    const config = join(folder, 'alertmanager.yml');
    const source = readFileSync(join(observabilityFolder, 'alertmanager.yml'), 'utf8');
    writeFileSync(config, fasterConfig(source, speed, receiverPort));
    const [port = 0] = await freePorts(1);
    const address = `127.0.0.1:${String(port)}`;
    const logFile = join(folder, 'alertmanager.log');
    const log = openSync(logFile, 'w');
    const child = spawn(
      'prometheus-alertmanager',
      [
        `--config.file=${config}`,
        `--storage.path=${join(folder, 'alertmanager')}`,
        `--web.listen-address=${address}`,
        '--cluster.listen-address=',
      ],
      { stdio: ['ignore', log, log] },
    );
    closeSync(log);
    let missing: Error | undefined;
    child.once('error', (error) => (missing = error));
    const started = new Alertmanager(child, `http://${address}`, receiver, notifications);
    const deadline = performance.now() + startLimitMs;
    while (!(await started.isReady())) {
      if (missing !== undefined || child.exitCode !== null || performance.now() > deadline) {
        await started.stop();
        throw new Error(missing?.message ?? readFileSync(logFile, 'utf8'));
      }
      await pause(50);
    }
    return started;
  }

  /** Gives it the alerts that fire until then, as Prometheus does at every evaluation, and those that have ended. */
  async give(firing: readonly Firing[], ended: readonly Firing[], until: Date): Promise<void> {
    const now = new Date().toISOString();
    const body = [
      ...firing.map((labels) => ({ labels, endsAt: until.toISOString() })),
      ...ended.map((labels) => ({ labels, endsAt: now })),
    ];
    const answer = await fetch(`${this.url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the Alertmanager answered ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    this.receiver.closeAllConnections();
    this.receiver.close();
    if (this.child.pid === undefined || this.child.exitCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }

  private isReady(): Promise<boolean> {
    return fetch(`${this.url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function receivingInto(notifications: Notification[]): Promise<Server> {
  type Sent = {
    readonly receiver: string;
    readonly status: Notification['status'];
    readonly alerts: readonly {
      readonly status: string;
      readonly labels: { readonly alertname: string };
    }[];
  };
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      const { alerts, receiver, status } = JSON.parse(body) as Sent;
      const names = alerts.map(({ labels }) => labels.alertname);
      if (receiver !== 'dead-mans-switch') {
        notifications.push({ receiver, status, alerts: [...new Set(names)] });
      }
      answer.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The file with its times multiplied, and with one address for all receivers. */
export function fasterConfig(source: string, speed: number, port: number): string {
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
  return source
    .replace(
      /^(\s*(?:group_wait|group_interval|repeat_interval): )(\d+)([smh])$/gm,
      (_, name: string, count: string, unit: string) => {
        const ms = Math.round((Number(count) * (units[unit] ?? 1) * 1000) / speed);
        return `${name}${String(Math.max(ms, 1))}ms`;
      },
    )
    .replace(/http:\/\/\S+/g, `http://127.0.0.1:${String(port)}/`);
}
