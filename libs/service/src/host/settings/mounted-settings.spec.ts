import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrlOf, kafkaSettingsOf, pemTextsIn } from './mounted-settings.js';
import { ProcessSettings } from './process-settings.js';
import { readSettings } from './read-settings.js';
import { SettingsError } from './settings-error.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-mounted-'));
  const files = {
    'ca.pem': '-----BEGIN CERTIFICATE-----\nca\n',
    'cert.pem': '-----BEGIN CERTIFICATE-----\ncert\n',
    'key.pem': '-----BEGIN PRIVATE KEY-----\nkey\n',
    password: 'a secret\n',
    'database-url': 'postgres://u:p@db/payments\n',
    empty: '\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

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
    });
  });

  it('returns TLS with the mounted certificates and key', async () => {
    const ca = '-----BEGIN CERTIFICATE-----\nca';
    expect(await kafkaOf(tls())).toMatchObject({ tls: { ca } });
    const own = { KAFKA_TLS_CERT_FILE: at('cert.pem'), KAFKA_TLS_KEY_FILE: at('key.pem') };
    expect((await kafkaOf({ ...tls(), ...own })).tls).toEqual({
      ca,
      cert: '-----BEGIN CERTIFICATE-----\ncert',
      key: '-----BEGIN PRIVATE KEY-----\nkey',
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

describe('databaseUrlOf', () => {
  const urlOf = (settings: Partial<Parameters<typeof databaseUrlOf>[0]>) =>
    databaseUrlOf({ NORDGATE_ENVIRONMENT: 'sandbox', ...settings });

  it('returns the URL from the environment or from a file', async () => {
    expect(await urlOf({ DATABASE_URL: 'postgres://db/x' })).toBe('postgres://db/x');
    const found = await urlOf({ DATABASE_URL_FILE: at('database-url') });
    expect(found).toBe('postgres://u:p@db/payments');
  });

  it.each([
    ['it is not set', () => ({}), 'exactly one'],
    [
      'it is set twice',
      () => ({ DATABASE_URL: 'postgres://db/x', DATABASE_URL_FILE: at('database-url') }),
      'exactly one',
    ],
    ['the file does not exist', () => ({ DATABASE_URL_FILE: at('none') }), 'ENOENT'],
    [
      'the file holds something else',
      () => ({ DATABASE_URL_FILE: at('password') }),
      'no postgres:// address',
    ],
  ])('throws SettingsError without the secret when %s', async (_what, settings, expected) => {
    const fault = await urlOf(settings()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect(String(fault)).toContain(expected);
    expect(String(fault)).not.toContain('a secret');
  });
});

describe('a process in production', () => {
  const environment = { NORDGATE_ENVIRONMENT: 'production' } as const;
  const plain = 'postgres://u:secret@db/x';
  const verified = `${plain}?sslmode=verify-full`;

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

  it.each([
    ['verify-full', true],
    ['verify-ca', true],
    ['require', false],
    ['prefer', false],
    ['no-verify', false],
    ['disable', false],
    ['', false],
  ])('takes a database with sslmode=%s: %s', async (mode, isTaken) => {
    const url = `${plain}?sslmode=${mode}`;
    const read = databaseUrlOf({ ...environment, DATABASE_URL: url }).catch(String);
    expect(await read).toBe(
      isTaken
        ? url
        : 'SettingsError: DATABASE_URL: sslmode=verify-full is required in production, unless NORDGATE_PLAINTEXT_TO names postgres',
    );
  });

  it('takes a database without TLS when that is excepted by name', async () => {
    const at = { ...environment, DATABASE_URL: plain } as const;
    expect(await databaseUrlOf({ ...at, NORDGATE_PLAINTEXT_TO: 'postgres' })).toBe(plain);
    expect(await databaseUrlOf({ ...at, NORDGATE_PLAINTEXT_TO: 'kafka,postgres' })).toBe(plain);
    await expect(databaseUrlOf({ ...at, NORDGATE_PLAINTEXT_TO: 'kafka' })).rejects.toThrow(
      SettingsError,
    );
    expect(await databaseUrlOf({ ...environment, DATABASE_URL: verified })).toBe(verified);
  });
});

describe('pemTextsIn', () => {
  it('returns the PEM files of a folder by file name', async () => {
    const texts = await pemTextsIn(folder);
    expect(texts.map((text) => text.split('\n')[1])).toEqual(['ca', 'cert', 'key']);
    await expect(pemTextsIn(at('none'))).rejects.toThrow('ENOENT');
  });
});
