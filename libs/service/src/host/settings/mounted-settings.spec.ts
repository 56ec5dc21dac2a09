import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrlOf, pemTextsIn } from './mounted-settings.js';
import { SettingsError } from './read-settings.js';

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
