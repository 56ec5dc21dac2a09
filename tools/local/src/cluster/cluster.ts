import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTopics } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import type { Say } from '../host/processes.js';
import { startLocalKafka } from '../kafka/local-kafka.js';
import type { LocalKafka, LocalKafkaOptions } from '../kafka/local-kafka.js';
import { startEmbeddedServer } from '../postgres/embedded-server.js';
import type { EmbeddedServer } from '../postgres/embedded-server.js';
import type { KeptTrust } from '../kept-trust.js';
import { AppProcess } from './app-process.js';
import type { AppName } from './app-process.js';
import { prepareFiles } from './cluster-files.js';
import type { ClusterFolders } from './cluster-files.js';
import { environmentOf, oneOfEach, planInstances, secretsFolder } from './cluster-plan.js';
import type { FixedPorts, Instance, Replicas } from './cluster-plan.js';

export { AppProcess } from './app-process.js';
export type { AppName } from './app-process.js';

interface ClusterOptions extends ClusterFolders {
  readonly brokers: 1 | 3;
  readonly replicas?: Partial<Replicas>;
  /** Default: any free ports. */
  readonly ports?: FixedPorts;
  /** The JIT compilation of the brokers. Default: `quickly`. */
  readonly compiled?: LocalKafkaOptions['compiled'];
  /** Additional environment variables of every app. */
  readonly env?: Readonly<Record<string, string>>;
  readonly say: Say;
  /** Called when an app ends unexpectedly, with the exit code or the signal. */
  readonly onEnd?: (app: AppProcess, code: string) => void;
  /**
   * Called when a broker, or the database server, ends although nobody stopped it. `start` starts it again on the same
   * data.
   */
  readonly onServerEnd?: (name: string, start: () => Promise<void>) => void;
}

const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;

/** The whole bank on this machine, deployed as in production: Kafka, PostgreSQL, a process per app. */
export class Cluster {
  private constructor(
    readonly options: ClusterOptions,
    readonly kafka: LocalKafka,
    readonly trust: KeptTrust,
    private readonly instances: readonly Instance[],
    private postgres: EmbeddedServer,
  ) {}

  /** Resolves when every app is ready. @throws Error when one is not; then everything is stopped */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const dataDir = resolve(options.dataDir);
    const { brokers, compiled = 'quickly', say } = options;
    await mkdir(dataDir, { recursive: true });
    const trust = await prepareFiles({ ...options, dataDir });
    // A server may end before the cluster is made: then the start fails, and nobody starts the server again.
    let made: Cluster | undefined;
    const onPostgresEnd = () => made?.serverEnded('PostgreSQL');
    const postgres = await startPostgres(dataDir, say, onPostgresEnd);
    try {
      const kafka = await startLocalKafka({
        folder: join(dataDir, 'kafka'),
        brokers,
        compiled,
        say,
        onEnd: (node) => made?.serverEnded(`Kafka broker ${String(node)}`, node),
      });
      const replicas = { ...oneOfEach, ...options.replicas };
      const instances = await planInstances(replicas, options.ports);
      const cluster = new Cluster({ ...options, dataDir }, kafka, trust, instances, postgres);
      try {
        await cluster.startApps();
        made = cluster;
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
  private stopping = false;
  /** The servers that are being started again. */
  private readonly starting = new Set<Promise<void>>();

  get gatewayUrls(): string[] {
    return this.publicUrlsOf('gateway', '127.0.0.1');
  }

  /** With a host name, as passkeys need a domain. */
  get scaUrl(): string {
    return this.publicUrlsOf('sca', 'localhost')[0] ?? '';
  }

  /** The console of the sandbox; undefined without one. */
  get consoleUrl(): string | undefined {
    const port = this.instances.find((one) => one.app === 'accounts')?.port;
    return port === undefined ? undefined : `http://127.0.0.1:${String(port)}`;
  }

  /** The folder of the apps' log files. */
  get logs(): string {
    return join(this.options.dataDir, 'logs');
  }

  /** The folder of the apps' keys. */
  get secretsFolder(): string {
    return secretsFolder(this.options.dataDir);
  }

  /** All instances of an app. */
  of(app: AppName): AppProcess[] {
    return this.apps.filter((one) => one.app === app);
  }

  databaseUrl(app: AppName): string {
    return this.postgres.url(databaseName(app));
  }

  /** Kills the database server and starts it again on the same data. */
  async cutPostgres(): Promise<void> {
    await this.postgres.kill9();
    this.postgres = await startPostgres(this.options.dataDir, this.options.say, () =>
      this.serverEnded('PostgreSQL'),
    );
  }

  /** @param node of a broker; absent for the database server */
  private serverEnded(name: string, node?: number): void {
    const start = () => (node === undefined ? this.cutPostgres() : this.kafka.restart(node));
    this.options.onServerEnd?.(name, () => this.untilStopped(start));
  }

  /** A server that is started while the cluster stops would stay behind. */
  private async untilStopped(start: () => Promise<void>): Promise<void> {
    if (this.stopping) throw new Error('the cluster is stopping');
    const started = start();
    this.starting.add(started);
    await started.finally(() => this.starting.delete(started));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.starting);
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
    const sandbox = join(resolve(this.options.sandboxDir ?? dataDir), 'sandbox');
    const sandboxCa = { certificate: join(sandbox, 'ca.pem'), key: join(sandbox, 'ca.key.pem') };
    const surroundings = { dataDir, sandboxCa, brokers: this.kafka.bootstrap, databaseUrl, env };
    for (const instance of this.instances) {
      const app: AppProcess = new AppProcess({
        ...instance,
        env: environmentOf(instance, this.instances, surroundings),
        internalUrl: `http://127.0.0.1:${String(instance.internalPort)}`,
        logFile: join(this.logs, `${instance.name}.log`),
        onEnd: (code) => onEnd?.(app, code),
      });
      this.apps.push(app);
    }
    say(`starting ${this.apps.map(({ name }) => name).join(', ')}`);
    await Promise.all(this.apps.map((app) => app.start()));
  }

  private publicUrlsOf(app: AppName, host: string): string[] {
    const ports = this.instances.filter((one) => one.app === app).map(({ port }) => port);
    return ports.map((port) => `http://${host}:${String(port)}`);
  }
}

const databaseName = (app: AppName) => `nordgate_${app}`;

async function startPostgres(
  dataDir: string,
  say: Say,
  onEnd: () => void,
): Promise<EmbeddedServer> {
  const folder = join(dataDir, 'postgres');
  const server = await startEmbeddedServer({ dataDir: folder, log: say, onEnd });
  await Promise.all(services.map((name) => server.ensureDatabase(databaseName(name))));
  return server;
}
