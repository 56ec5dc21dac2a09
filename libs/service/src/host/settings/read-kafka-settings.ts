import type { KafkaSettings } from '@nordgate/messaging/kafka';
import { mountedText } from '../mounted-files.js';
import type { ProcessSettings } from './process-settings.js';
import { readTogether, SettingsFault } from './settings-fault.js';

type Tls = NonNullable<KafkaSettings['tls']>;
type Sasl = NonNullable<KafkaSettings['sasl']>;

/** Reads the files that the settings name. Throws SettingsFault with every fault. */
export async function kafkaSettingsOf(
  settings: ProcessSettings,
  clientId: string,
): Promise<KafkaSettings> {
  const { tls, sasl } = await readTogether({ tls: tlsOf(settings), sasl: saslOf(settings) });
  if (sasl?.mechanism === 'plain' && tls === undefined) {
    throw new SettingsFault('KAFKA_SASL_MECHANISM: plain needs TLS (KAFKA_TLS_CA_FILE)');
  }
  return {
    brokers: settings.KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
    clientId,
    ...(tls === undefined ? {} : { tls }),
    ...(sasl === undefined ? {} : { sasl }),
  };
}

async function tlsOf({
  KAFKA_TLS_CA_FILE: caFile,
  KAFKA_TLS_CERT_FILE: certFile,
  KAFKA_TLS_KEY_FILE: keyFile,
}: ProcessSettings): Promise<Tls | undefined> {
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new SettingsFault('KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together');
  }
  const { ca, cert, key } = await readTogether({
    ca: pemOf(caFile, 'KAFKA_TLS_CA_FILE'),
    cert: pemOf(certFile, 'KAFKA_TLS_CERT_FILE'),
    key: pemOf(keyFile, 'KAFKA_TLS_KEY_FILE'),
  });
  if (ca === undefined && cert === undefined) return undefined;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}

async function pemOf(path: string | undefined, setting: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await mountedText(path, setting);
  if (text.includes('-----BEGIN ')) return text;
  throw new SettingsFault(`${setting}: ${path} is no PEM file`);
}

async function saslOf({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username,
  KAFKA_SASL_PASSWORD_FILE: passwordFile,
}: ProcessSettings): Promise<Sasl | undefined> {
  if (mechanism === undefined && username === undefined && passwordFile === undefined) {
    return undefined;
  }
  if (mechanism === undefined || username === undefined || passwordFile === undefined) {
    throw new SettingsFault(
      'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD_FILE go together',
    );
  }
  return {
    mechanism,
    username,
    password: await mountedText(passwordFile, 'KAFKA_SASL_PASSWORD_FILE'),
  };
}
