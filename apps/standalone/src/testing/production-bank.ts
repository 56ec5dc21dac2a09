import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AppProcess } from '@nordgate/local/cluster';
import { startLocalKafka } from '@nordgate/local/kafka';
import type { LocalKafka, LocalKafkaLogin } from '@nordgate/local/kafka';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { createTopics } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { loopbackPorts } from '@nordgate/testing';
import { configFaults } from '../config-check/config-faults.js';
import { apps, readEnvFiles } from '../config-check/env-files.js';
import type { App, Environments } from '../config-check/env-files.js';
import { services } from '../config.js';
import { makeProductionFiles } from './production-files.js';
import type { ProductionFiles } from './production-files.js';

const envFiles = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'env', 'production');
const silent = () => undefined;

/**
 * A bank in production on this machine: the env files of `deploy/env/production` with the addresses of
 * this machine, every app a process, Kafka with TLS and passwords, PostgreSQL with TLS.
 */
export class ProductionBank {
  private constructor(
    readonly files: ProductionFiles,
    readonly environments: Environments,
    readonly kafka: LocalKafka,
    private readonly postgres: EmbeddedServer,
  ) {}

  private readonly processes: AppProcess[] = [];

  /** Resolves when every app is ready. @throws Error when one is not; then everything is stopped */
  static async start(root: string): Promise<ProductionBank> {
    const files = await makeProductionFiles(root);
    // This process asks the servers of the bank, too.
    setDefaultCACertificates([...getCACertificates(), files.serverCa.certificate]);
    const postgres = await startEmbeddedServer({
      dataDir: join(root, 'postgres'),
      tls: files.server,
      log: silent,
    });
    const kafka = await startLocalKafka({
      ...{ folder: join(root, 'kafka'), brokers: 1, security: 'sasl-tls', say: silent },
    }).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    const environments = await environmentsOf(root, postgres, kafka);
    const bank = new ProductionBank(files, environments, kafka, postgres);
    try {
      await bank.startApps(join(root, 'logs'));
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
    return internalUrlOf(this.environments, app);
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((app) => app.stop()));
    await this.kafka.stop();
    await this.postgres.stop();
  }

  private async startApps(logs: string): Promise<void> {
    const faults = await configFaults(this.environments);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    for (const app of apps) {
      const process = new AppProcess({
        ...{ app, name: app, logFile: join(logs, `${app}.log`) },
        env: this.environments.get(app) as Record<string, string>,
        internalUrl: this.internalUrl(app),
      });
      this.processes.push(process);
    }
    await Promise.all(this.processes.map((app) => app.start()));
  }

  private valueOf(app: App, name: string): string {
    return this.environments.get(app)?.[name] ?? '';
  }
}

/** The env files with the ports, servers and users of this machine, and their files below `root`. */
async function environmentsOf(
  root: string,
  postgres: EmbeddedServer,
  kafka: LocalKafka,
): Promise<Environments> {
  const { login } = kafka;
  if (login === undefined) throw new Error('a secured cluster without a login');
  await mountServers(root, postgres, login);
  await makeTopics(kafka, login);
  const [edge, site, ...internal] = await loopbackPorts(2 + apps.length);
  const urlOf = (app: App) => `https://localhost:${String(internal[apps.indexOf(app)])}`;
  const read = await readEnvFiles(envFiles, root);
  const changed = [...read].map(([app, given]) => {
    const addresses = apps
      .map((other) => [`${other.toUpperCase()}_URL`, urlOf(other)] as const)
      .filter(([name]) => given[name] !== undefined);
    const env = {
      ...{ ...given, ...Object.fromEntries(addresses), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
      ...{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '', KAFKA_SASL_USERNAME: login.username },
      KAFKA_BROKERS: kafka.bootstrap.join(','),
      INTERNAL_PORT: String(internal[apps.indexOf(app)]),
      ...(app === 'gateway' && { GATEWAY_PORT: String(edge) }),
      ...(app === 'sca' && { SCA_PORT: String(site) }),
      ...(given['SCA_PUBLIC_URL'] !== undefined && {
        SCA_PUBLIC_URL: `https://localhost:${String(site)}`,
      }),
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
  const mounted = (path: string) => join(root, 'run', 'nordgate', path);
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

function internalUrlOf(environments: Environments, app: App): string {
  return `https://localhost:${environments.get(app)?.['INTERNAL_PORT'] ?? ''}`;
}
