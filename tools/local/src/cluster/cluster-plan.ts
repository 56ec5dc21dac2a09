import { join } from 'node:path';
import { freePorts } from '../host/free-ports.js';
import type { AppName } from './app-process.js';
import type { ClusterCertificates } from './cluster-certificates.js';

/** One instance of an app and its ports. */
export interface Instance {
  readonly app: AppName;
  readonly name: string;
  /** The public port: the interface for TPPs, the approval site, or the console. */
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
  /** The console of the sandbox. Without it there is none. */
  readonly console?: number;
}

const anyFree: FixedPorts = { gateway: 0, sca: 0, internal: 0 };

/** The first public port of an app; undefined when it has none. */
function firstPortOf(app: AppName, { gateway, sca, console }: FixedPorts): number | undefined {
  if (app === 'accounts') return console;
  return app === 'gateway' ? gateway : app === 'sca' ? sca : undefined;
}

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
  return all.map(({ app, number }, i) => {
    const name = `${app}-${String(number)}`;
    const internalPort = portOf(fixed.internal, i);
    const first = firstPortOf(app, fixed);
    if (first === undefined) return { app, name, internalPort };
    return { app, name, internalPort, port: portOf(first, number - 1) };
  });
}

/** The connections from an app, or from the TPPs, to a server: an instance of the gateway, a broker, or PostgreSQL. */
export interface Link {
  readonly from: AppName | 'tpps';
  /** The name of an instance, `broker-` and a node, or `postgres`. */
  readonly to: string;
}

/** Something between the processes of a cluster and the servers that they connect to. */
export interface Routes {
  /** Resolves with a port of the loopback interface that leads to this one, which may change. */
  readonly route: (link: Link, port: () => number) => Promise<number>;
}

/** The settings that all instances share. */
export interface Surroundings {
  readonly dataDir: string;
  /** The files of the sandbox's CA. */
  readonly sandboxCa: { readonly certificate: string; readonly key: string };
  readonly brokersOf: (app: AppName) => readonly string[];
  readonly databaseUrl: (app: AppName) => string;
  /** The certificates of a cluster with TLS. */
  readonly certificates?: ClusterCertificates | undefined;
  /** Additional variables of an instance. */
  readonly envOf: (instance: string) => Readonly<Record<string, string>>;
}

/** The environment variables of one instance (docs/reference/configuration.md). */
export function environmentOf(
  instance: Instance,
  instances: readonly Instance[],
  { dataDir, sandboxCa, brokersOf, databaseUrl, certificates, envOf }: Surroundings,
): Record<string, string> {
  const { app, internalPort, port } = instance;
  const scheme = schemeOf(certificates);
  const firstOf = (wanted: AppName) => instances.find((one) => one.app === wanted);
  const internal = (wanted: AppName) =>
    `${scheme}://127.0.0.1:${String(firstOf(wanted)?.internalPort ?? 0)}`;
  return {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    // What is measured or killed here pays for no spans; `npm run start:kafka` asks for them.
    TRACES_KEPT: '0',
    NORDGATE_ENVIRONMENT: 'sandbox',
    NORDGATE_SECRETS_DIR: secretsFolder(dataDir),
    NORDGATE_TRUST_DIR: trustFolder(dataDir),
    KAFKA_BROKERS: brokersOf(app).join(','),
    INTERNAL_PORT: String(internalPort),
    PAYMENTS_URL: internal('payments'),
    BASKETS_URL: internal('baskets'),
    SCA_URL: internal('sca'),
    ACCOUNTS_URL: internal('accounts'),
    BATCH_URL: internal('batch'),
    SCA_PUBLIC_URL: `${scheme}://localhost:${String(firstOf('sca')?.port ?? 0)}`,
    ...(app === 'gateway'
      ? { GATEWAY_PORT: String(port), ...sealFiles(dataDir) }
      : { DATABASE_URL: databaseUrl(app) }),
    // All PSUs of this machine have one address.
    ...(app === 'sca' && { SCA_PORT: String(port), SCA_WRONG_TRIES: '100000' }),
    ...(firstOf('accounts')?.port !== undefined && consoleEnv(instance, instances, sandboxCa)),
    ...certificates?.envOf(app),
    ...envOf(instance.name),
  };
}

/** How the servers of a cluster are reached. */
export function schemeOf(certificates: ClusterCertificates | undefined): 'http' | 'https' {
  return certificates === undefined ? 'http' : 'https';
}

/** What gateways and accounts read in a sandbox with a console. */
function consoleEnv(
  { app, port }: Instance,
  instances: readonly Instance[],
  sandboxCa: Surroundings['sandboxCa'],
): Record<string, string> {
  const consolePort = instances.find((one) => one.app === 'accounts')?.port;
  const url = `http://127.0.0.1:${String(consolePort)}`;
  if (app === 'gateway') return { CONSOLE_PUBLIC_URL: url };
  if (app !== 'accounts') return {};
  const gateways = instances.filter((one) => one.app === 'gateway');
  return {
    CONSOLE_PORT: String(port),
    CONSOLE_PUBLIC_URL: url,
    CONSOLE_CA_CERT_FILE: sandboxCa.certificate,
    CONSOLE_CA_KEY_FILE: sandboxCa.key,
    GATEWAY_URLS: gateways
      .map(({ internalPort }) => `http://127.0.0.1:${String(internalPort)}`)
      .join(','),
  };
}

export function secretsFolder(dataDir: string): string {
  return join(dataDir, 'secrets');
}

export function trustFolder(dataDir: string): string {
  return join(dataDir, 'trust');
}

/** The gateway's settings for the bank's seal. */
export function sealFiles(dataDir: string) {
  const folder = join(dataDir, 'seal');
  return {
    RESPONSE_SEAL_CERT_FILE: join(folder, 'bank-seal.pem'),
    RESPONSE_SEAL_KEY_FILE: join(folder, 'bank-seal.key.pem'),
  };
}
