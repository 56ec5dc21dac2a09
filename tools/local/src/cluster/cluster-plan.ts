import { join } from 'node:path';
import { freePorts } from '../host/free-ports.js';
import type { AppName } from './app-process.js';

/** One instance of an app and its ports. */
export interface Instance {
  readonly app: AppName;
  readonly name: string;
  /** The public port: the interface for TPPs, or the approval site. */
  readonly port?: number;
  readonly internalPort: number;
}

/** How many instances of each app run. */
export type Replicas = Readonly<Record<AppName, number>>;

export const oneOfEach: Replicas = {
  gateway: 1,
  payments: 1,
  baskets: 1,
  sca: 1,
  accounts: 1,
  batch: 1,
};

/** The first port of each kind; further instances use the following ports. 0 takes any free ports. */
export interface FixedPorts {
  readonly gateway: number;
  readonly sca: number;
  readonly internal: number;
}

const anyFree: FixedPorts = { gateway: 0, sca: 0, internal: 0 };

const isPublic = (app: AppName) => app === 'gateway' || app === 'sca';

/** Assigns ports to every instance: consecutive fixed ports, or any free ones. */
export async function planInstances(
  replicas: Replicas,
  fixed: FixedPorts = anyFree,
): Promise<Instance[]> {
  const all = Object.entries(replicas).flatMap(([app, count]) =>
    Array.from({ length: count }, (_, i) => ({ app: app as AppName, number: i + 1 })),
  );
  const free = (await freePorts(all.length * 2, Object.values(fixed))).values();
  const portOf = (first: number, offset: number) =>
    first === 0 ? (free.next().value ?? 0) : first + offset;
  return all.map(({ app, number }, i) => ({
    app,
    name: `${app}-${String(number)}`,
    internalPort: portOf(fixed.internal, i),
    ...(isPublic(app) && { port: portOf(fixed[app], number - 1) }),
  }));
}

/** The settings that all instances share. */
export interface Surroundings {
  readonly dataDir: string;
  readonly brokers: readonly string[];
  readonly databaseUrl: (app: AppName) => string;
  /** Additional variables of all apps. */
  readonly env: Readonly<Record<string, string>>;
}

/** The environment variables of one instance (docs/reference/configuration.md). */
export function environmentOf(
  instance: Instance,
  instances: readonly Instance[],
  { dataDir, brokers, databaseUrl, env }: Surroundings,
): Record<string, string> {
  const { app, internalPort, port } = instance;
  const firstOf = (wanted: AppName) => instances.find((one) => one.app === wanted);
  const internal = (wanted: AppName) =>
    `http://127.0.0.1:${String(firstOf(wanted)?.internalPort ?? 0)}`;
  return {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NORDGATE_ENVIRONMENT: 'sandbox',
    NORDGATE_SECRETS_DIR: secretsFolder(dataDir),
    NORDGATE_TRUST_DIR: trustFolder(dataDir),
    KAFKA_BROKERS: brokers.join(','),
    INTERNAL_PORT: String(internalPort),
    PAYMENTS_URL: internal('payments'),
    BASKETS_URL: internal('baskets'),
    SCA_URL: internal('sca'),
    ACCOUNTS_URL: internal('accounts'),
    BATCH_URL: internal('batch'),
    SCA_PUBLIC_URL: `http://localhost:${String(firstOf('sca')?.port ?? 0)}`,
    ...(app === 'gateway'
      ? { GATEWAY_PORT: String(port), ...sealFiles(dataDir) }
      : { DATABASE_URL: databaseUrl(app) }),
    // All PSUs of this machine have one address.
    ...(app === 'sca' && { SCA_PORT: String(port), SCA_WRONG_TRIES: '100000' }),
    ...env,
  };
}

export function secretsFolder(dataDir: string): string {
  return join(dataDir, 'secrets');
}

export function trustFolder(dataDir: string): string {
  return join(dataDir, 'trust');
}

/** The gateway's settings for the bank's seal. */
export function sealFiles(dataDir: string): Record<string, string> {
  const folder = join(dataDir, 'seal');
  return {
    RESPONSE_SEAL_CERT_FILE: join(folder, 'bank-seal.pem'),
    RESPONSE_SEAL_KEY_FILE: join(folder, 'bank-seal.key.pem'),
  };
}
