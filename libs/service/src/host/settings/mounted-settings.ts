import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfile, readProfile } from '@nordgate/contracts/profile';
import type { BankProfile, Environment } from '@nordgate/contracts/profile';
import { defined } from '@nordgate/decider';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import type {
  KafkaConnectionSettings,
  PlaintextPeer,
  ProcessSettings,
  ServiceSettings,
} from './process-settings.js';
import { postgresAddress } from './setting-kinds.js';
import { readTogether, SettingsError } from './settings-error.js';

/** The text of a file that a setting names. Throws SettingsError when it cannot be read or is empty. */
export async function mountedText(path: string, setting: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`${setting}: ${path} cannot be read (${error.code ?? error.message})`);
  });
  if (text.trim() === '') throw new SettingsError(`${setting}: ${path} is empty`);
  return text.trim();
}

/** The texts of the PEM files (`*.pem`) in a folder, by file name. Throws when it cannot be read. */
export async function pemTextsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pem')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** The URL of the service's database. Throws SettingsError, which never repeats the URL. */
export async function databaseUrlOf(settings: DatabaseSettings): Promise<string> {
  const { DATABASE_URL: url, DATABASE_URL_FILE: path } = settings;
  if ((url === undefined) === (path === undefined)) {
    throw new SettingsError('exactly one of DATABASE_URL and DATABASE_URL_FILE has to be set');
  }
  const found = url ?? (await mountedText(path ?? '', 'DATABASE_URL_FILE'));
  if (!postgresAddress.test(found)) {
    throw new SettingsError(`DATABASE_URL_FILE: ${path ?? ''} holds no postgres:// address`);
  }
  const setting = url === undefined ? 'DATABASE_URL_FILE' : 'DATABASE_URL';
  const isVerified = verifiedSslModes.has(new URL(found).searchParams.get('sslmode') ?? '');
  if (!isVerified) refusePlaintext('postgres', settings, `${setting}: sslmode=verify-full`);
  return found;
}

type DatabaseSettings = PlaintextSettings &
  Pick<ServiceSettings, 'DATABASE_URL' | 'DATABASE_URL_FILE'>;

/** The modes in which the server's certificate is verified (libpq, "SSL Support"). */
const verifiedSslModes: ReadonlySet<string> = new Set(['verify-ca', 'verify-full']);

/** The settings that decide whether a connection may be without TLS. */
export type PlaintextSettings = Pick<
  ProcessSettings,
  'NORDGATE_ENVIRONMENT' | 'NORDGATE_PLAINTEXT_TO'
>;

/** @throws SettingsError in production, unless the setting for it names the peer */
export function refusePlaintext(
  peer: PlaintextPeer,
  settings: PlaintextSettings,
  wanted: string,
): void {
  const { NORDGATE_ENVIRONMENT: environment, NORDGATE_PLAINTEXT_TO: excepted = '' } = settings;
  if (environment !== 'production' || excepted.split(',').includes(peer)) return;
  throw new SettingsError(
    `${wanted} is required in production, unless NORDGATE_PLAINTEXT_TO names ${peer}`,
  );
}

/**
 * The authorities that the certificates of other processes are checked with; undefined without any.
 * Throws SettingsError, in production also for an address without TLS.
 */
export async function internalCaOf(
  settings: PlaintextSettings & Pick<ProcessSettings, 'INTERNAL_TLS_CA_FILE'>,
  addresses: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const [service, address] of Object.entries(addresses)) {
    const wanted = `${service.toUpperCase()}_URL: https`;
    if (!address.startsWith('https:')) refusePlaintext('internal', settings, wanted);
  }
  return pemOf(settings.INTERNAL_TLS_CA_FILE, 'INTERNAL_TLS_CA_FILE');
}

/** Where a process finds the bank's profile (docs/reference/bank-profile.md). */
export interface ProfileSettings {
  readonly NORDGATE_ENVIRONMENT: Environment;
  /** Default: the profile that is built in for the environment. */
  readonly NORDGATE_PROFILE?: string;
}

/** Reads the bank's profile. Rejects with SettingsError, also when it is for another environment. */
export async function bankProfileOf(settings: ProfileSettings): Promise<BankProfile> {
  const { NORDGATE_PROFILE: file, NORDGATE_ENVIRONMENT: environment } = settings;
  try {
    const profile = file === undefined ? defaultProfile(environment) : readProfile(file);
    if (profile.environment === environment) return await Promise.resolve(profile);
  } catch (error) {
    throw new SettingsError(`NORDGATE_PROFILE: ${(error as Error).message}`);
  }
  throw new SettingsError(`NORDGATE_PROFILE: ${file ?? ''} is not for ${environment}`);
}

type Tls = NonNullable<KafkaSettings['tls']>;
type Sasl = NonNullable<KafkaSettings['sasl']>;

/** How to reach Kafka, with the contents of mounted files. Throws SettingsError with every fault. */
export async function kafkaSettingsOf(
  settings: KafkaConnectionSettings & PlaintextSettings,
  clientId: string,
): Promise<KafkaSettings> {
  const { tls, sasl } = await readTogether({ tls: tlsOf(settings), sasl: saslOf(settings) });
  if (sasl?.mechanism === 'plain' && tls === undefined) {
    throw new SettingsError('KAFKA_SASL_MECHANISM: plain needs TLS (KAFKA_TLS_CA_FILE)');
  }
  if (tls === undefined) refusePlaintext('kafka', settings, 'KAFKA_TLS_CA_FILE');
  const brokers = settings.KAFKA_BROKERS.split(',').map((broker) => broker.trim());
  return { brokers, clientId, ...defined({ tls, sasl }) };
}

async function tlsOf({
  KAFKA_TLS_CA_FILE: caFile,
  KAFKA_TLS_CERT_FILE: certFile,
  KAFKA_TLS_KEY_FILE: keyFile,
}: KafkaConnectionSettings): Promise<Tls | undefined> {
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new SettingsError('KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together');
  }
  const { ca, cert, key } = await readTogether({
    ca: pemOf(caFile, 'KAFKA_TLS_CA_FILE'),
    cert: pemOf(certFile, 'KAFKA_TLS_CERT_FILE'),
    key: pemOf(keyFile, 'KAFKA_TLS_KEY_FILE'),
  });
  return ca === undefined && cert === undefined ? undefined : defined({ ca, cert, key });
}

async function pemOf(path: string | undefined, setting: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await mountedText(path, setting);
  if (text.includes('-----BEGIN ')) return text;
  throw new SettingsError(`${setting}: ${path} is not a PEM file`);
}

async function saslOf({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username,
  KAFKA_SASL_PASSWORD_FILE: passwordFile,
}: KafkaConnectionSettings): Promise<Sasl | undefined> {
  if (mechanism === undefined && username === undefined && passwordFile === undefined) {
    return undefined;
  }
  if (mechanism === undefined || username === undefined || passwordFile === undefined) {
    throw new SettingsError(
      'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD_FILE go together',
    );
  }
  return {
    mechanism,
    username,
    password: await mountedText(passwordFile, 'KAFKA_SASL_PASSWORD_FILE'),
  };
}
