import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ChildProgram } from '@nordgate/local/child-program';
import { AppProcess } from '@nordgate/local/cluster';
import type { Program } from '@nordgate/local/cluster';
import { startLocalKafka } from '@nordgate/local/kafka';
import type { LocalKafka, LocalKafkaLogin } from '@nordgate/local/kafka';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { openDatabase } from '@nordgate/event-store';
import { createTopics } from '@nordgate/messaging/kafka';
import type { Environment } from '@nordgate/service/settings';
import { createLog } from '@nordgate/telemetry';
import { freePorts } from '@nordgate/local/free-ports';
import { configFaults } from '../config-check/config-faults.js';
import { apps, readEnvFiles } from '../config-check/env-files.js';
import type { App, Environments } from '../config-check/env-files.js';
import { services } from '../config.js';
import type { Service } from '../config.js';
import { makeProductionFiles, mountedAt } from './production-files.js';
import type { ProductionFiles } from './production-files.js';
import { startCore, startNeighbours, startProvider } from './production-neighbours.js';
import type { Neighbours } from './production-neighbours.js';

const envFiles = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'env', 'production');
const silent = () => undefined;

/** What a bank in production runs on. */
interface Servers {
  readonly postgres: EmbeddedServer;
  readonly kafka: LocalKafka;
}

/** How a bank begins. */
interface ProductionOptions {
  /** The program of an app; undefined is that of this tree. */
  readonly programOf?: (app: App) => Program | undefined;
  /** Changes the files below the root, and returns the environments, before anything of the bank starts. */
  readonly prepare?: (environments: Environments) => Promise<Environments>;
  /** Whether the core executes orders without the seal of an approval, too. */
  readonly takesUnsealedOrders?: boolean;
}

/**
 * A bank in production on this machine: the env files of `deploy/env/production` with the addresses of
 * this machine, every app a process, Kafka with TLS and passwords, PostgreSQL with TLS, an identity provider,
 * a register of TPPs, an OCSP responder, and a core that executes payments.
 */
export class ProductionBank {
  private constructor(
    readonly files: ProductionFiles,
    readonly environments: Environments,
    readonly neighbours: Neighbours,
    private readonly servers: Servers,
  ) {}

  private readonly processes: AppProcess[] = [];
  private readonly programs: ChildProgram[] = [];

  /**
   * Starts a bank whose register has these TPPs. Resolves when every app is ready.
   *
   * @throws Error when one is not; then everything is stopped
   */
  static async start(
    root: string,
    tpps: readonly string[],
    { prepare, programOf, takesUnsealedOrders = false }: ProductionOptions = {},
  ): Promise<ProductionBank> {
    const files = await makeProductionFiles(root);
    // This process asks the servers of the bank, too.
    setDefaultCACertificates([...getCACertificates(), files.serverCa.certificate]);
    const ports = await freePorts(2 + apps.length);
    const neighbours = await startNeighbours(files, tpps);
    const servers = await startServers(files).catch(async (error: unknown) => {
      await neighbours.stop();
      throw error;
    });
    const read = await environmentsOf(root, { ...servers, neighbours, ports });
    const environments = (await prepare?.(read)) ?? read;
    const bank = new ProductionBank(files, environments, neighbours, servers);
    try {
      await bank.startApps(join(root, 'logs'), programOf);
      bank.programs.push(await startProvider(files, neighbours, bank.scaUrl));
      const core = { env: environments.get('batch') ?? {}, checksSeals: !takesUnsealedOrders };
      bank.programs.push(await startCore(root, core));
      return bank;
    } catch (error) {
      await bank.stop();
      throw error;
    }
  }

  get gatewayUrl(): string {
    return `https://localhost:${this.valueOf('gateway', 'GATEWAY_PORT')}`;
  }

  get scaUrl(): string {
    return this.valueOf('gateway', 'SCA_PUBLIC_URL');
  }

  internalUrl(app: App): string {
    return `https://localhost:${this.valueOf(app, 'INTERNAL_PORT')}`;
  }

  /** The process of an app, which can be stopped and started with another program. */
  processOf(app: App): AppProcess {
    const found = this.processes.find((process) => process.app === app);
    if (found === undefined) throw new Error(`the bank has no process of ${app}`);
    return found;
  }

  /** The tables in the database of an app whose names are like this. */
  async tablesOf(app: Service, like: string): Promise<readonly string[]> {
    const sql = 'select tablename from pg_tables where tablename like $1';
    const rows = await this.rowsOf<{ tablename: string }>(app, sql, [like]);
    return rows.map(({ tablename }) => tablename);
  }

  /** The parked messages of an app that nobody has discarded, each with its reason. */
  async parkedOf(app: Service): Promise<readonly string[]> {
    const sql = 'select topic, key, reason from es.parked where discarded_at is null order by seq';
    const rows = await this.rowsOf<Readonly<Record<'topic' | 'key' | 'reason', string>>>(app, sql);
    return rows.map(({ topic, key, reason }) => `${topic} ${key}: ${reason}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop()));
    await Promise.all(this.processes.map((app) => app.stop()));
    await this.neighbours.stop();
    await this.servers.kafka.stop();
    await this.servers.postgres.stop();
  }

  private async rowsOf<Row extends object>(
    app: Service,
    sql: string,
    values: readonly string[] = [],
  ): Promise<readonly Row[]> {
    const url = await readFile(mountedAt(this.files.root, `${app}/database-url`), 'utf8');
    const options = { applicationName: 'production', migrations: [], poolMax: 1 };
    const database = await openDatabase({ url: url.trim(), ...options });
    try {
      const { rows } = await database.pool.query<Row>(sql, [...values]);
      return rows;
    } finally {
      await database.close();
    }
  }

  private async startApps(
    logs: string,
    programOf: NonNullable<ProductionOptions['programOf']> = () => undefined,
  ): Promise<void> {
    const faults = await configFaults(this.environments);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    for (const app of apps) {
      const process = new AppProcess({
        ...{ app, name: app, logFile: join(logs, `${app}.log`) },
        env: this.environments.get(app) as Record<string, string>,
        internalUrl: this.internalUrl(app),
      });
      process.use(programOf(app));
      this.processes.push(process);
    }
    await Promise.all(this.processes.map((app) => app.start()));
  }

  private valueOf(app: App, name: string): string {
    return this.environments.get(app)?.[name] ?? '';
  }
}

async function startServers({ root, server }: ProductionFiles): Promise<Servers> {
  const postgres = await startEmbeddedServer({
    ...{ dataDir: join(root, 'postgres'), tls: server, log: silent },
  });
  try {
    const folder = join(root, 'kafka');
    const kafka = await startLocalKafka({ folder, brokers: 1, security: 'sasl-tls', say: silent });
    return { postgres, kafka };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The ports of gateway and site, then the internal ones of the apps. */
const siteUrlOf = ([, site]: readonly number[]) => `https://localhost:${String(site)}`;

/** The env files with the ports, servers and users of this machine, and their files below `root`. */
async function environmentsOf(
  root: string,
  {
    kafka,
    neighbours,
    ports,
    postgres,
  }: Servers & { readonly neighbours: Neighbours; readonly ports: readonly number[] },
): Promise<Environments> {
  const { login } = kafka;
  if (login === undefined) throw new Error('a secured cluster without a login');
  await mountServers(root, postgres, login);
  await makeTopics(kafka, login);
  const [edge, site, ...internal] = ports;
  const urlOf = (app: App) => `https://localhost:${String(internal[apps.indexOf(app)])}`;
  const serverCa = mountedAt(root, 'internal-ca.pem');
  const moved: Environment = {
    ...Object.fromEntries(apps.map((app) => [`${app.toUpperCase()}_URL`, urlOf(app)])),
    ...{ GATEWAY_PORT: String(edge), SCA_PORT: String(site), SCA_PUBLIC_URL: siteUrlOf(ports) },
    NORDGATE_TPP_REGISTER_URL: neighbours.register.url,
  };
  const everywhere = {
    ...{ HOST: '127.0.0.1', LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' },
    ...{ KAFKA_SASL_USERNAME: login.username, KAFKA_BROKERS: kafka.bootstrap.join(',') },
  };
  const registerTrust = {
    NORDGATE_TPP_REGISTER_TLS_CA_FILE: serverCa,
    NORDGATE_TPP_REGISTER_POLL_SECONDS: '5',
  };
  const read = await readEnvFiles(envFiles, root);
  const changed = [...read].map(([app, given]) => {
    const env: Environment = {
      ...given,
      ...Object.fromEntries(Object.entries(moved).filter(([name]) => given[name] !== undefined)),
      ...{ ...everywhere, INTERNAL_PORT: String(internal[apps.indexOf(app)]) },
      ...(given['NORDGATE_TPP_REGISTER_URL'] !== undefined && registerTrust),
      ...(app === 'sca' && { SCA_OIDC_CA_FILE: serverCa }),
      // On a slow machine the gateway would turn requests away.
      ...(app === 'gateway' && { GATEWAY_LOOP_DELAY_MS: '10000' }),
    };
    return [app, env] as const;
  });
  return new Map(changed);
}

async function mountServers(
  root: string,
  postgres: EmbeddedServer,
  { ca, password }: LocalKafkaLogin,
): Promise<void> {
  const mounted = (path: string) => mountedAt(root, path);
  await writeFile(mounted('kafka/ca.pem'), ca);
  for (const app of apps) await writeFile(mounted(`${app}/kafka-password`), `${password}\n`);
  for (const app of services) {
    await postgres.ensureDatabase(`nordgate_${app}`);
    const tls = `sslmode=verify-full&sslrootcert=${mounted('postgres/ca.pem')}`;
    const url = `${postgres.url(`nordgate_${app}`)}?${tls}`;
    await writeFile(mounted(`${app}/database-url`), `${url}\n`);
  }
}

async function makeTopics(kafka: LocalKafka, { ca, ...login }: LocalKafkaLogin): Promise<void> {
  const { username, password } = login;
  const sasl = { mechanism: 'scram-sha-512', username, password } as const;
  const settings = { brokers: kafka.bootstrap, clientId: 'nordgate-topics', tls: { ca }, sasl };
  const log = createLog({ app: 'production', level: 'error' });
  await createTopics({ settings, log, replicationFactor: 1 });
}
