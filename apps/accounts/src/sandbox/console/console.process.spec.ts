import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '@nordgate/service/new-secrets';
import {
  readSettings,
  SecretsFolder,
  SecretWatch,
  SettingsError,
} from '@nordgate/service/settings';
import { issueSandboxCa } from '@nordgate/signature/issue';
import {
  consoleAddresses,
  consoleOf,
  ConsoleProcessSettings,
  gatewayAddresses,
} from './console.process.js';

let folder: string;
let ca: { readonly cert: string; readonly key: string };
let other: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-console-'));
  await makeSecrets(folder);
  const issued = await newCa();
  const second = await newCa();
  ca = { cert: join(folder, 'ca.pem'), key: join(folder, 'ca.key.pem') };
  other = join(folder, 'other.key.pem');
  await writeFile(ca.cert, issued.certificate);
  await writeFile(ca.key, issued.key);
  await writeFile(other, second.key);
});
afterAll(() => rm(folder, { recursive: true }));

function newCa() {
  const validity = { validFrom: new Date(0), validTo: new Date(Date.now() + 86_400_000) };
  return issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
}

const watch = new SecretWatch();
const services = {
  GATEWAY_URLS: 'http://gateway-internal:8090, http://127.0.0.1:8097',
  PAYMENTS_URL: 'http://payments:8090',
  BASKETS_URL: 'http://baskets:8090',
};

const settingsWith = (change: Readonly<Record<string, string>>) =>
  readSettings(ConsoleProcessSettings, {
    KAFKA_BROKERS: 'kafka:9092',
    NORDGATE_ENVIRONMENT: 'sandbox',
    NORDGATE_SECRETS_DIR: folder,
    ...change,
  });

const opened = (change: Readonly<Record<string, string>>) =>
  consoleOf(settingsWith(change), { secrets: new SecretsFolder(folder, watch), watch });

async function faultWith(change: Readonly<Record<string, string>>): Promise<string> {
  const fault = await opened(change).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SettingsError);
  return (fault as SettingsError).message;
}

describe('the console of the accounts process', () => {
  it('is there where it has a port, and asks gateways, payments and baskets', async () => {
    const settings = {
      ...services,
      CONSOLE_PORT: '8083',
      CONSOLE_PUBLIC_URL: 'https://c.example/',
    };
    const files = { CONSOLE_CA_CERT_FILE: ca.cert, CONSOLE_CA_KEY_FILE: ca.key };
    const own = await opened({ ...settings, ...files });
    expect(own).toMatchObject({
      port: 8083,
      publicUrl: 'https://c.example',
      ids: { current: 'A' },
    });
    expect(own?.ca?.certificate).toContain('BEGIN CERTIFICATE');
    const read = settingsWith(settings);
    expect(gatewayAddresses(read)).toEqual([
      'http://gateway-internal:8090',
      'http://127.0.0.1:8097',
    ]);
    expect(consoleAddresses(read)).toEqual({
      payments: services.PAYMENTS_URL,
      baskets: services.BASKETS_URL,
    });
  });

  it('signs with another CA as soon as its two files have changed', async () => {
    const files = { CONSOLE_CA_CERT_FILE: ca.cert, CONSOLE_CA_KEY_FILE: ca.key };
    const own = await opened({ ...services, CONSOLE_PORT: '8083', ...files });
    const first = [await readFile(ca.cert, 'utf8'), await readFile(ca.key, 'utf8')] as const;
    const next = await newCa();
    await writeFile(ca.cert, next.certificate);
    await writeFile(ca.key, next.key);
    await watch.look();
    expect(own?.ca).toEqual({ certificate: next.certificate.trim(), key: next.key.trim() });
    await writeFile(ca.cert, first[0]);
    await writeFile(ca.key, first[1]);
  });

  it('is not there without a port, and then accounts asks nobody', async () => {
    expect(await opened(services)).toBeUndefined();
    const read = settingsWith(services);
    expect([gatewayAddresses(read), consoleAddresses(read)]).toEqual([[], {}]);
  });

  it.each([
    ['without gateways', { GATEWAY_URLS: '' }, 'CONSOLE_PORT needs GATEWAY_URLS'],
    ['without payments', { PAYMENTS_URL: '' }, 'CONSOLE_PORT needs PAYMENTS_URL'],
    ['with a CA of no key', { CONSOLE_CA_CERT_FILE: '/ca.pem' }, 'go together'],
  ])('stops the start %s', async (_when, change, fault) => {
    expect(await faultWith({ ...services, CONSOLE_PORT: '0', ...change })).toContain(fault);
  });

  it('stops the start when the key of the CA is that of another certificate', async () => {
    const files = { CONSOLE_CA_CERT_FILE: ca.cert, CONSOLE_CA_KEY_FILE: other };
    expect(await faultWith({ ...services, CONSOLE_PORT: '0', ...files })).toContain(
      'do not belong together',
    );
  });

  it.each(['gateway:8090', 'http://gateway:8090/path', 'http://a:1,,http://b:1'])(
    'does not take %s as addresses of gateways',
    (GATEWAY_URLS) => {
      expect(() => settingsWith({ GATEWAY_URLS })).toThrow('GATEWAY_URLS');
    },
  );
});
