import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTopics } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import type { Say } from '../host/processes.js';
import { startLocalKafka } from '../kafka/local-kafka.js';
import type { LocalKafka, LocalKafkaOptions, RoutedClients } from '../kafka/local-kafka.js';
import { startEmbeddedServer } from '../postgres/embedded-server.js';
import type { EmbeddedServer } from '../postgres/embedded-server.js';
import type { KeptTrust } from '../kept-trust.js';
import { AppProcess } from './app-process.js';
import type { AppName } from './app-process.js';
import { ClusterCertificates } from './cluster-certificates.js';
import { prepareFiles } from './cluster-files.js';
import type { ClusterFolders } from './cluster-files.js';
import {
  environmentOf,
  oneOfEach,
  planInstances,
  schemeOf,
  secretsFolder,
} from './cluster-plan.js';
import type { FixedPorts, Instance, Replicas, Routes } from './cluster-plan.js';

export { AppProcess } from './app-process.js';
export type { AppName, Program } from './app-process.js';
export type { Link, Routes } from './cluster-plan.js';

interface ClusterOptions extends ClusterFolders {
  readonly brokers: 1 | 3;
  readonly replicas?: Partial<Replicas>;
  /** Default: any free ports. */
  readonly ports?: FixedPorts;
  /** The JIT compilation of the brokers. Default: `quickly`. */
  readonly compiled?: LocalKafkaOptions['compiled'];
  /** Additional environment variables of every app. */
  readonly env?: Readonly<Record<string, string>>;
  /** Additional environment variables of an instance, by its name, and of `postgres`. */
  readonly envOf?: (instance: string) => Readonly<Record<string, string>>;
  /** The folder of the archive that `env` gives payments and batch, for readers of their databases. */
  readonly archiveFolder?: string;
  /** What apps and TPPs connect through. Default: they connect directly. */
  readonly routes?: Routes;
  /** Whether all connections of apps have TLS, as in production. The tools of this machine still have none. Default: no. */
  readonly hasTls?: boolean;
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
const clients = [...services, 'gateway'] as const;

/** The whole bank on this machine, deployed as in production: Kafka, PostgreSQL, a process per app. */
export class Cluster {
  private constructor(
    readonly options: ClusterOptions,
    readonly kafka: LocalKafka,
    readonly trust: KeptTrust,
    private readonly instances: readonly Instance[],
    private postgres: EmbeddedServer,
    /** Those of a cluster with TLS. */
    readonly certificates?: ClusterCertificates,
  ) {}

  /** Resolves when every app is ready. @throws Error when one is not; then everything is stopped */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const dataDir = resolve(options.dataDir);
    const { brokers, compiled = 'quickly', hasTls = false, say } = options;
    await mkdir(dataDir, { recursive: true });
    const trust = await prepareFiles({ ...options, dataDir });
    const certificates = hasTls ? await ClusterCertificates.in(join(dataDir, 'tls')) : undefined;
    const routes = options.routes ?? (hasTls ? directly : undefined);
    // A server may end before the cluster is made: then the start fails, and nobody starts the server again.
    let made: Cluster | undefined;
    const onPostgresEnd = () => made?.serverEnded('PostgreSQL');
    const postgres = await startPostgres({ ...options, dataDir }, certificates, onPostgresEnd);
    try {
      const kafka = await startLocalKafka({
        folder: join(dataDir, 'kafka'),
        brokers,
        compiled,
        ...(routes !== undefined && { routed: routedClients(routes, certificates) }),
        say,
        onEnd: (node) => made?.serverEnded(`Kafka broker ${String(node)}`, node),
      });
      const replicas = { ...oneOfEach, ...options.replicas };
      const instances = await planInstances(replicas, options.ports);
      const all = { ...options, ...(routes !== undefined && { routes }), dataDir };
      const cluster = new Cluster(all, kafka, trust, instances, postgres, certificates);
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
  /** The ports that lead to the instances of the gateway. */
  private readonly routedPorts = new Map<string, number>();
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

  /** The folder of the archive; undefined without one. */
  get archiveFolder(): string | undefined {
    return this.options.archiveFolder;
  }

  /** All instances of an app. */
  of(app: AppName): AppProcess[] {
    return this.apps.filter((one) => one.app === app);
  }

  databaseUrl(app: AppName): string {
    return this.postgres.url(databaseName(app));
  }

  /** False when the database server has ended, and nobody has started it again. */
  get isPostgresUp(): boolean {
    return this.postgres.isUp();
  }

  /** Kills the database server and starts it again on the same data. */
  async cutPostgres(): Promise<void> {
    await this.postgres.kill9();
    const onEnd = () => this.serverEnded('PostgreSQL');
    this.postgres = await startPostgres(this.options, this.certificates, onEnd);
  }

  /** Lets the database server and the brokers present the current certificate. Apps read its file by themselves. */
  async presentCertificate(): Promise<void> {
    if (this.certificates === undefined) throw new Error('the cluster was started without TLS');
    this.postgres.renewTls(this.certificates.server);
    await this.kafka.renewListeners(this.certificates.server);
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

  /** @param killsBrokers three brokers that end in order wait five seconds for each other. Default: no */
  async stop({ killsBrokers = false } = {}): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.starting);
    await Promise.all(this.apps.map((app) => app.stop()));
    const killed = killsBrokers ? [...this.kafka.pids.keys()] : [];
    await Promise.all(killed.map((node) => this.kafka.kill9(node)));
    await this.kafka.stop();
    await this.postgres.stop();
  }

  private async startApps(): Promise<void> {
    const { dataDir, env = {}, envOf = () => ({}), onEnd, say } = this.options;
    const log = createLog({ app: 'cluster', level: 'error' });
    const settings = { brokers: this.kafka.bootstrap, clientId: 'nordgate-topics' };
    const replicationFactor = this.options.brokers;
    await createTopics({ settings, log, replicationFactor });
    const databaseUrl = await this.routedDatabases();
    await this.routeGateways();
    const sandbox = join(resolve(this.options.sandboxDir ?? dataDir), 'sandbox');
    const sandboxCa = { certificate: join(sandbox, 'ca.pem'), key: join(sandbox, 'ca.key.pem') };
    const surroundings = {
      dataDir,
      sandboxCa,
      brokersOf: (app: AppName) => this.brokersOf(app),
      databaseUrl,
      certificates: this.certificates,
      envOf: (instance: string) => ({ ...env, ...envOf(instance) }),
    };
    for (const instance of this.instances) {
      const app: AppProcess = new AppProcess({
        ...instance,
        env: environmentOf(instance, this.instances, surroundings),
        internalUrl: `${schemeOf(this.certificates)}://127.0.0.1:${String(instance.internalPort)}`,
        logFile: join(this.logs, `${instance.name}.log`),
        onEnd: (code) => onEnd?.(app, code),
      });
      this.apps.push(app);
    }
    say(`starting ${this.apps.map(({ name }) => name).join(', ')}`);
    await Promise.all(this.apps.map((app) => app.start()));
  }

  /** The addresses that an app is given. */
  private brokersOf(app: AppName): readonly string[] {
    const { options, kafka } = this;
    return options.routes === undefined ? kafka.bootstrap : kafka.bootstrapOf(app);
  }

  /** Resolves with the URL that an app is given for its database. */
  private async routedDatabases(): Promise<(app: AppName) => string> {
    const { routes } = this.options;
    if (routes === undefined) return (app) => this.databaseUrl(app);
    const urls = new Map<AppName, string>();
    for (const from of services) {
      const url = new URL(this.databaseUrl(from));
      url.port = String(await routes.route({ from, to: 'postgres' }, () => this.postgres.port));
      urls.set(from, this.certificates?.databaseUrl(url.href) ?? url.href);
    }
    return (app) => urls.get(app) ?? '';
  }

  private async routeGateways(): Promise<void> {
    for (const { app, name: to, port = 0 } of this.instances) {
      if (app !== 'gateway') continue;
      const routed = await this.options.routes?.route({ from: 'tpps', to }, () => port);
      if (routed !== undefined) this.routedPorts.set(to, routed);
    }
  }

  private publicUrlsOf(app: AppName, host: string): string[] {
    const ofApp = this.instances.filter((one) => one.app === app);
    const ports = ofApp.map(({ name, port }) => this.routedPorts.get(name) ?? port);
    return ports.map((port) => `${schemeOf(this.certificates)}://${host}:${String(port)}`);
  }
}

/** Each app has its listener, without anything in between. */
const directly: Routes = { route: (_link, port) => Promise.resolve(port()) };

/** Every app reaches each broker by its route. */
const routedClients = (
  { route }: Routes,
  certificates: ClusterCertificates | undefined,
): RoutedClients => ({
  clients,
  ...(certificates !== undefined && { tls: certificates.server }),
  route: (client, node, port) =>
    route({ from: client as AppName, to: `broker-${String(node)}` }, () => port),
});

const databaseName = (app: AppName) => `nordgate_${app}`;

async function startPostgres(
  { dataDir, envOf, say }: ClusterOptions,
  certificates: ClusterCertificates | undefined,
  onEnd: () => void,
): Promise<EmbeddedServer> {
  const folder = join(dataDir, 'postgres');
  const env = envOf?.('postgres') ?? {};
  const tls = certificates !== undefined && { tls: certificates.server };
  const server = await startEmbeddedServer({ dataDir: folder, env, log: say, onEnd, ...tls });
  await Promise.all(services.map((name) => server.ensureDatabase(databaseName(name))));
  return server;
}
