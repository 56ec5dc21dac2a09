import { defined } from '@nordgate/decider';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import { SecretWatch } from '../secrets/secret-watch.js';
import type { Current } from '../secrets/secret-watch.js';
import { watchAuthorities, watchCertificate, watchFiles } from '../secrets/watched-files.js';
import type { CertificateAndKey } from '../secrets/watched-files.js';
import { databaseUrlOf, refusePlaintext, usableDatabaseUrl } from './mounted-settings.js';
import type { DatabaseSettings, PlaintextSettings } from './mounted-settings.js';
import type { KafkaConnectionSettings, ProcessSettings } from './process-settings.js';
import { readTogether, SettingsError } from './read-settings.js';

type Tls = NonNullable<KafkaSettings['tls']>;
type Sasl = NonNullable<KafkaSettings['sasl']>;

/**
 * How to reach Kafka. Certificates, keys and the password are live: their members change when a look of the watch
 * finds other files. Throws SettingsError with every fault.
 *
 * @param watch without it the files are read once, for a program that ends soon
 */
export async function kafkaSettingsOf(
  settings: KafkaConnectionSettings & PlaintextSettings,
  clientId: string,
  watch = new SecretWatch(),
): Promise<KafkaSettings> {
  const { tls, sasl } = await readTogether({
    tls: tlsOf(settings, watch),
    sasl: saslOf(settings, watch),
  });
  if (sasl?.mechanism === 'plain' && tls === undefined) {
    throw new SettingsError('KAFKA_SASL_MECHANISM: plain needs TLS (KAFKA_TLS_CA_FILE)');
  }
  if (tls === undefined) refusePlaintext('kafka', settings, 'KAFKA_TLS_CA_FILE');
  const brokers = settings.KAFKA_BROKERS.split(',').map((broker) => broker.trim());
  const topicPartitions = settings.TOPIC_PARTITIONS;
  return { brokers, clientId, topicPartitions, ...defined({ tls, sasl }) };
}

async function tlsOf(
  settings: KafkaConnectionSettings,
  watch: SecretWatch,
): Promise<Tls | undefined> {
  const { KAFKA_TLS_CERT_FILE: cert, KAFKA_TLS_KEY_FILE: key } = settings;
  const { ca, own } = await readTogether({
    ca: watchAuthorities(watch, 'KAFKA_TLS_CA_FILE', settings.KAFKA_TLS_CA_FILE),
    own: watchCertificate(watch, ['KAFKA_TLS_CERT_FILE', cert], ['KAFKA_TLS_KEY_FILE', key]),
  });
  return ca === undefined && own === undefined ? undefined : liveTls(ca, own);
}

function liveTls(
  ca: Current<string> | undefined,
  own: Current<CertificateAndKey> | undefined,
): Tls {
  return {
    get ca() {
      return ca?.value;
    },
    get cert() {
      return own?.value.cert;
    },
    get key() {
      return own?.value.key;
    },
  };
}

async function saslOf(
  {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD_FILE: passwordFile,
  }: KafkaConnectionSettings,
  watch: SecretWatch,
): Promise<Sasl | undefined> {
  if (mechanism === undefined && username === undefined && passwordFile === undefined) {
    return undefined;
  }
  if (mechanism === undefined || username === undefined || passwordFile === undefined) {
    throw new SettingsError(
      'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD_FILE go together',
    );
  }
  const password = await watchFiles(
    watch,
    { KAFKA_SASL_PASSWORD_FILE: passwordFile },
    { read: ({ KAFKA_SASL_PASSWORD_FILE: text }) => text },
  );
  return {
    mechanism,
    username,
    get password() {
      return password.value;
    },
  };
}

/**
 * The URL of the service's database for each new connection: another URL in the file takes effect while the process
 * runs. Throws SettingsError, which never repeats the URL.
 */
export async function watchDatabaseUrl(
  settings: DatabaseSettings,
  watch: SecretWatch,
): Promise<Current<string>> {
  const value = await databaseUrlOf(settings);
  const { DATABASE_URL_FILE: path } = settings;
  if (path === undefined) return { value };
  return watchFiles(
    watch,
    { DATABASE_URL_FILE: path },
    { read: ({ DATABASE_URL_FILE: url }) => usableDatabaseUrl(url, settings) },
  );
}

/**
 * The authorities that the certificates of other processes are checked with; undefined without any.
 * Throws SettingsError, in production also for an address without TLS.
 */
export async function internalCaOf(
  settings: PlaintextSettings & Pick<ProcessSettings, 'INTERNAL_TLS_CA_FILE'>,
  addresses: Readonly<Record<string, string>>,
  watch: SecretWatch,
): Promise<Current<string> | undefined> {
  for (const [service, address] of Object.entries(addresses)) {
    const wanted = `${service.toUpperCase()}_URL: https`;
    if (!address.startsWith('https:')) refusePlaintext('internal', settings, wanted);
  }
  return watchAuthorities(watch, 'INTERNAL_TLS_CA_FILE', settings.INTERNAL_TLS_CA_FILE);
}
