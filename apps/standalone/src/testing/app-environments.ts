import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { services } from '../config.js';
import type { Service } from '../config.js';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import type { SandboxTrust } from '@nordgate/local/sandbox-trust';
import { freePorts } from '@nordgate/local/free-ports';

export type App = Service | 'gateway';
export const apps: readonly App[] = [...services, 'gateway'];

/** The environment of every app as a process: ports, databases, files. */
export interface AppEnvironments {
  envOf(app: App): Readonly<Record<string, string>>;
  readonly gatewayUrl: string;
  readonly scaUrl: string;
  /** An address of a gateway at which nothing listens. */
  readonly deadGateway: string;
  readonly trust: SandboxTrust;
  /** Drops the databases and deletes the files. */
  remove(): Promise<void>;
}

/** The environments of all apps as processes on this machine. */
export async function appEnvironments(kafkaBrokers: string): Promise<AppEnvironments> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-processes-'));
  const trust = await openSandboxTrust(dataDir, new Date());
  const folders = { trust: join(dataDir, 'trust'), secrets: join(dataDir, 'secrets') };
  await mkdir(folders.trust);
  await writeFile(join(folders.trust, 'ca.pem'), trust.ca.certificate);
  await makeSecrets(folders.secrets);
  const databases = await Promise.all(services.map((name) => emptyTestDatabase(`own_${name}`)));
  const [edge, site, consolePort, dead, ...internal] = await freePorts(4 + apps.length);
  const internalPort = (app: App) => internal[apps.indexOf(app)];
  // Each app reads only its own variables.
  const shared = {
    KAFKA_BROKERS: kafkaBrokers,
    NORDGATE_SECRETS_DIR: folders.secrets,
    NORDGATE_TRUST_DIR: folders.trust,
    NORDGATE_ENVIRONMENT: 'sandbox',
    LOG_LEVEL: 'error',
    // Tests may run on a slow machine, and a refusal of too much work is not what they look for.
    GATEWAY_LOOP_DELAY_MS: '10000',
    GATEWAY_PORT: String(edge),
    SCA_PORT: String(site),
    SCA_PUBLIC_URL: addressAt(site),
    PAYMENTS_URL: addressAt(internalPort('payments')),
    BASKETS_URL: addressAt(internalPort('baskets')),
    SCA_URL: addressAt(internalPort('sca')),
    ACCOUNTS_URL: addressAt(internalPort('accounts')),
    BATCH_URL: addressAt(internalPort('batch')),
    GATEWAY_URLS: [addressAt(internalPort('gateway')), addressAt(dead)].join(','),
    CONSOLE_PORT: String(consolePort),
    CONSOLE_PUBLIC_URL: addressAt(consolePort),
    RESPONSE_SEAL_CERT_FILE: trust.bankSealFiles.certificate,
    RESPONSE_SEAL_KEY_FILE: trust.bankSealFiles.key,
  };
  return {
    envOf: (app) => {
      const url = app === 'gateway' ? undefined : databases[services.indexOf(app)]?.url;
      const internal = { INTERNAL_PORT: String(internalPort(app)) };
      return { ...shared, ...internal, ...(url !== undefined && { DATABASE_URL: url }) };
    },
    gatewayUrl: addressAt(edge),
    scaUrl: addressAt(site),
    deadGateway: addressAt(dead),
    trust,
    async remove() {
      await Promise.all(databases.map((database) => database.drop()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const addressAt = (port: number | undefined) => `http://127.0.0.1:${String(port)}`;
