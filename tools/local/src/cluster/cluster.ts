import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { startEmbeddedServer } from '../postgres/embedded-server.js';
import type { EmbeddedServer } from '../postgres/embedded-server.js';
import { createTopics } from '@nordgate/messaging/kafka';
import { makeSecrets } from '@nordgate/service/process';
import { startLocalKafka } from '../kafka/local-kafka.js';
import type { LocalKafka, LocalKafkaOptions } from '../kafka/local-kafka.js';
import { createLog } from '@nordgate/telemetry';
import { openSandboxTrust } from '../sandbox-trust.js';
import type { SandboxTrust } from '../sandbox-trust.js';
import { AppProcess } from './app-process.js';
import type { AppName } from './app-process.js';
import {
  environmentOf,
  oneOfEach,
  planInstances,
  sealFiles,
  secretsFolder,
  trustFolder,
} from './cluster-plan.js';
import type { FixedPorts, Instance, Replicas } from './cluster-plan.js';

export interface ClusterOptions {
  /** Everything that the bank keeps. */
  readonly dataDir: string;
  /** The folder whose sandbox certificates it trusts and uses; its own by default. */
  readonly sandboxDir?: string;
  readonly brokers: 1 | 3;
  readonly replicas?: Partial<Replicas>;
  /** Any free ones by default. */
  readonly ports?: FixedPorts;
  /** How the brokers are compiled; `quickly` by default. */
  readonly compiled?: LocalKafkaOptions['compiled'];
  /** Further environment variables of every app. */
  readonly env?: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  /** Told when an app ends though nobody here has ended it. */
  readonly onEnd?: (app: AppProcess, code: string) => void;
}

const services = ['payments', 'baskets', 'sca', 'accounts'] as const;

/** The whole bank on this machine as it runs in production: Kafka, PostgreSQL, a process per app. */
export class Cluster {
  private constructor(
    readonly options: ClusterOptions,
    readonly kafka: LocalKafka,
    readonly trust: SandboxTrust,
    private readonly instances: readonly Instance[],
    private postgres: EmbeddedServer,
  ) {}

  /** Resolves when every app is ready. Throws, with nothing left running, when one is not. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const dataDir = resolve(options.dataDir);
    const { brokers, compiled = 'quickly', say } = options;
    await mkdir(dataDir, { recursive: true });
    const trust = await prepareFiles(dataDir, resolve(options.sandboxDir ?? dataDir));
    const postgres = await startPostgres(dataDir, say);
    try {
      const kafka = await startLocalKafka({
        folder: join(dataDir, 'kafka'),
        brokers,
        compiled,
        say,
      });
      const replicas = { ...oneOfEach, ...options.replicas };
      const instances = await planInstances(replicas, options.ports);
      const cluster = new Cluster({ ...options, dataDir }, kafka, trust, instances, postgres);
      try {
        await cluster.startApps();
        return cluster;
      } catch (error) {
        await cluster.stop();
        throw error;
      }
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  readonly apps: AppProcess[] = [];

  get gatewayUrls(): string[] {
    return this.doorsOf('gateway', '127.0.0.1');
  }

  /** By name: passkeys need a domain. */
  get scaUrl(): string {
    return this.doorsOf('sca', 'localhost')[0] ?? '';
  }

  /** All instances of an app. */
  of(app: AppName): AppProcess[] {
    return this.apps.filter((one) => one.app === app);
  }

  databaseUrl(app: AppName): string {
    return this.postgres.url(databaseName(app));
  }

  /** Kills the database server and starts it again on what it had written. */
  async cutPostgres(): Promise<void> {
    await this.postgres.kill9();
    this.postgres = await startPostgres(this.options.dataDir, this.options.say);
  }

  async stop(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.stop()));
    await this.kafka.stop();
    await this.postgres.stop();
  }

  private async startApps(): Promise<void> {
    const { dataDir, env = {}, onEnd, say } = this.options;
    const log = createLog({ app: 'cluster', level: 'error' });
    const settings = { brokers: this.kafka.bootstrap, clientId: 'nordgate-topics' };
    const replicationFactor = this.options.brokers;
    await createTopics({ settings, log, replicationFactor });
    const databaseUrl = (app: AppName) => this.databaseUrl(app);
    const surroundings = { dataDir, brokers: this.kafka.bootstrap, databaseUrl, env };
    for (const instance of this.instances) {
      const app: AppProcess = new AppProcess({
        ...instance,
        env: environmentOf(instance, this.instances, surroundings),
        internalUrl: `http://127.0.0.1:${String(instance.internalPort)}`,
        logFile: join(dataDir, 'logs', `${instance.name}.log`),
        onEnd: (code) => onEnd?.(app, code),
      });
      this.apps.push(app);
    }
    say(`starting ${this.apps.map(({ name }) => name).join(', ')}`);
    await Promise.all(this.apps.map((app) => app.start()));
  }

  private doorsOf(app: AppName, host: string): string[] {
    const ports = this.instances.filter((one) => one.app === app).map(({ port }) => port);
    return ports.map((port) => `http://${host}:${String(port)}`);
  }
}

const databaseName = (app: AppName) => `nordgate_${app}`;

async function startPostgres(
  dataDir: string,
  say: (line: string) => void,
): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir: join(dataDir, 'postgres'), log: say });
  await Promise.all(services.map((name) => server.ensureDatabase(databaseName(name))));
  return server;
}

/** Certificates and keys, made at the first start. */
async function prepareFiles(dataDir: string, sandboxDir: string): Promise<SandboxTrust> {
  const trust = await openSandboxTrust(sandboxDir, new Date());
  const folder = trustFolder(dataDir);
  await mkdir(folder, { recursive: true });
  await copyFile(join(sandboxDir, 'sandbox', 'ca.pem'), join(folder, 'sandbox-ca.pem'));
  await mkdir(join(dataDir, 'seal'), { recursive: true, mode: 0o700 });
  for (const file of Object.values(sealFiles(dataDir))) {
    await copyFile(join(sandboxDir, 'sandbox', basename(file)), file);
  }
  await makeSecrets(secretsFolder(dataDir));
  return trust;
}
