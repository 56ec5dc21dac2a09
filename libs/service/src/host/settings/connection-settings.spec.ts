import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EC_P256, opensslCa } from '@nordgate/signature/testing';
import { SecretWatch } from '../secrets/secret-watch.js';
import { internalCaOf, kafkaSettingsOf, watchDatabaseUrl } from './connection-settings.js';
import { ProcessSettings } from './process-settings.js';
import { readSettings, SettingsError } from './read-settings.js';

type Pem = Awaited<ReturnType<typeof opensslCa>>;

let folder: string;
let pem: Pem;
let next: Pem;
let watch: SecretWatch;

beforeAll(async () => {
  [pem, next] = await Promise.all([
    opensslCa({ subject: '/CN=first', newKey: EC_P256 }),
    opensslCa({ subject: '/CN=next', newKey: EC_P256 }),
  ]);
});
beforeEach(async () => {
  watch = new SecretWatch();
  folder = await mkdtemp(join(tmpdir(), 'nordgate-connections-'));
  const files = {
    ...{ 'ca.pem': pem.certificate, 'cert.pem': pem.certificate, 'key.pem': pem.key },
    ...{ 'other.key': next.key, 'broken.pem': '-----BEGIN CERTIFICATE-----\nca\n' },
    ...{ password: 'a secret\n', empty: '\n', 'database-url': 'postgres://u:p@db/payments\n' },
  };
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const kafkaOf = (env: Record<string, string>) =>
  kafkaSettingsOf(
    readSettings(ProcessSettings, {
      KAFKA_BROKERS: 'k-1:9092, k-2:9092',
      NORDGATE_ENVIRONMENT: 'sandbox',
      NORDGATE_SECRETS_DIR: folder,
      ...env,
    }),
    'nordgate-payments',
    watch,
  );
const tls = () => ({ KAFKA_TLS_CA_FILE: at('ca.pem') });
const sasl = (mechanism: string) => ({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: 'payments',
  KAFKA_SASL_PASSWORD_FILE: at('password'),
});

describe('kafkaSettingsOf', () => {
  it('returns the brokers', async () => {
    expect(await kafkaOf({})).toEqual({
      brokers: ['k-1:9092', 'k-2:9092'],
      clientId: 'nordgate-payments',
      topicPartitions: 12,
    });
  });

  it('returns TLS with the mounted certificates and key', async () => {
    expect(await kafkaOf(tls())).toMatchObject({ tls: { ca: pem.certificate.trim() } });
    const own = { KAFKA_TLS_CERT_FILE: at('cert.pem'), KAFKA_TLS_KEY_FILE: at('key.pem') };
    expect((await kafkaOf({ ...tls(), ...own })).tls).toEqual({
      ca: pem.certificate.trim(),
      cert: pem.certificate.trim(),
      key: pem.key.trim(),
    });
  });

  it('returns the user with the mounted password', async () => {
    const { sasl: found } = await kafkaOf(sasl('scram-sha-512'));
    expect(found).toEqual({
      mechanism: 'scram-sha-512',
      username: 'payments',
      password: 'a secret',
    });
    expect((await kafkaOf({ ...tls(), ...sasl('plain') })).sasl?.mechanism).toBe('plain');
  });

  it.each([
    ['a key is missing', () => ({ KAFKA_TLS_CERT_FILE: at('cert.pem') }), 'go together'],
    ['a file is missing', () => ({ KAFKA_TLS_CA_FILE: at('none') }), 'KAFKA_TLS_CA_FILE'],
    ['a file is not PEM', () => ({ KAFKA_TLS_CA_FILE: at('password') }), 'not a PEM file'],
    [
      'a certificate cannot be read',
      () => ({ KAFKA_TLS_CA_FILE: at('broken.pem') }),
      'has to be certificates in PEM',
    ],
    [
      'the key is that of another certificate',
      () => ({ KAFKA_TLS_CERT_FILE: at('cert.pem'), KAFKA_TLS_KEY_FILE: at('other.key') }),
      'do not belong together',
    ],
    ['the user is missing', () => ({ ...sasl('plain'), KAFKA_SASL_USERNAME: '' }), 'go together'],
    ['there is only a user', () => ({ KAFKA_SASL_USERNAME: 'u' }), 'go together'],
    [
      'the password is empty',
      () => ({ ...sasl('scram-sha-256'), KAFKA_SASL_PASSWORD_FILE: at('empty') }),
      'is empty',
    ],
    ['a password would be sent without encryption', () => sasl('plain'), 'plain needs TLS'],
  ])('throws SettingsError without the secret when %s', async (_what, env, expected) => {
    const fault = await kafkaOf(env()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect(String(fault)).toContain(expected);
    expect(String(fault)).not.toContain('a secret');
  });

  it('reports the faults of all files at once', async () => {
    const env = { KAFKA_TLS_CA_FILE: at('none'), KAFKA_SASL_USERNAME: 'u' };
    const fault = await kafkaOf(env).catch((error: unknown) => error as Error);
    expect((fault as Error).message.split('\n')).toHaveLength(2);
  });
});

describe('the connections of a process in production', () => {
  const environment = { NORDGATE_ENVIRONMENT: 'production' } as const;

  it('connects to Kafka over TLS only, unless that is excepted by name', async () => {
    expect((await kafkaOf({ ...environment, ...tls() })).tls).toBeDefined();
    for (const excepted of ['kafka', 'kafka,postgres']) {
      const except = { ...environment, NORDGATE_PLAINTEXT_TO: excepted };
      expect((await kafkaOf(except)).tls).toBeUndefined();
    }
    for (const other of ['', 'postgres']) {
      const except = { ...environment, NORDGATE_PLAINTEXT_TO: other };
      await expect(kafkaOf(except)).rejects.toThrow(
        'KAFKA_TLS_CA_FILE is required in production, unless NORDGATE_PLAINTEXT_TO names kafka',
      );
    }
  });
});

describe('a file of a connection that changes while the process runs', () => {
  const change = async (name: string, text: string) => {
    await writeFile(at(name), text);
    await watch.look();
  };

  it('changes the authorities of Kafka: KAFKA_TLS_CA_FILE', async () => {
    const { tls: live } = await kafkaOf(tls());
    await change('ca.pem', pem.certificate + next.certificate);
    expect(live?.ca).toBe((pem.certificate + next.certificate).trim());
    await change('ca.pem', next.certificate);
    expect(live?.ca).toBe(next.certificate.trim());
  });

  it('changes the client certificate of Kafka with its key: KAFKA_TLS_CERT_FILE, KAFKA_TLS_KEY_FILE', async () => {
    const own = { KAFKA_TLS_CERT_FILE: at('cert.pem'), KAFKA_TLS_KEY_FILE: at('key.pem') };
    const { tls: live } = await kafkaOf(own);
    await change('cert.pem', next.certificate);
    expect([live?.cert, live?.key]).toEqual([pem.certificate.trim(), pem.key.trim()]);
    await change('key.pem', next.key);
    expect([live?.cert, live?.key]).toEqual([next.certificate.trim(), next.key.trim()]);
  });

  it('changes the password of Kafka: KAFKA_SASL_PASSWORD_FILE', async () => {
    const { sasl: live } = await kafkaOf(sasl('scram-sha-512'));
    await change('password', 'another\n');
    expect(live?.password).toBe('another');
    await change('password', '\n');
    expect(live?.password).toBe('another');
  });

  it('changes the authorities of other processes: INTERNAL_TLS_CA_FILE', async () => {
    const settings = {
      NORDGATE_ENVIRONMENT: 'sandbox',
      INTERNAL_TLS_CA_FILE: at('ca.pem'),
    } as const;
    const live = await internalCaOf(settings, {}, watch);
    await change('ca.pem', next.certificate);
    expect(live?.value).toBe(next.certificate.trim());
  });

  it('changes the address of the database, unless it is none or has no TLS: DATABASE_URL_FILE', async () => {
    const settings = {
      NORDGATE_ENVIRONMENT: 'production',
      DATABASE_URL_FILE: at('database-url'),
    } as const;
    const address = new URL('postgres://db/payments?sslmode=verify-full');
    address.username = 'payments';
    address.password = 'first';
    await writeFile(at('database-url'), address.href);
    const live = await watchDatabaseUrl(settings, watch);
    address.password = 'second';
    const rotated = address.href;
    await change('database-url', rotated);
    expect(live.value).toBe(rotated);
    const unverified = new URL(rotated);
    unverified.search = '';
    for (const bad of [unverified.href, 'three']) {
      await change('database-url', bad);
      expect(live.value).toBe(rotated);
    }
  });
});
