import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets, readSettings, SecretWatch, SettingsError } from '@nordgate/service/process';
import { ScaProcessSettings, scaProcess } from './sca.process.js';
import { defaultSiteLimits } from './sca.settings.js';

let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-sca-'));
  await makeSecrets(folder);
  await rm(join(folder, 'links.key'));
  env = {
    KAFKA_BROKERS: 'kafka:9092',
    NORDGATE_SECRETS_DIR: folder,
    NORDGATE_ENVIRONMENT: 'sandbox',
    PAYMENTS_URL: 'http://payments:8090',
    BASKETS_URL: 'http://baskets:8090',
    ACCOUNTS_URL: 'http://accounts:8090',
    DATABASE_URL: 'postgres://db/sca',
  };
});
afterEach(() => rm(folder, { recursive: true }));

describe("the SCA service's process", () => {
  it('reads its keys and its database, and needs no others', async () => {
    const own = await scaProcess.open(readSettings(ScaProcessSettings, env), new SecretWatch());
    expect(own.databaseUrl).toBe('postgres://db/sca');
    expect([own.code.current, own.cookies.current]).toEqual(['A', 'A']);
    expect(own.code.keys['A']?.equals(own.cookies.keys['A']!)).toBe(false);
    expect(own.links).toBeUndefined();
    expect(own.approvalKeys.has(own.approvals.id)).toBe(true);
    expect(own.ids.current).toBe('A');
  });

  it('asks the three services that it shows something of', () => {
    expect(scaProcess.addresses(readSettings(ScaProcessSettings, env))).toEqual({
      payments: 'http://payments:8090',
      baskets: 'http://baskets:8090',
      accounts: 'http://accounts:8090',
    });
  });

  it('limits strangers by default', () => {
    expect(readSettings(ScaProcessSettings, env)).toMatchObject({
      SCA_ADDRESS_CONNECTIONS: defaultSiteLimits.connectionsPerAddressMax,
      SCA_ADDRESS_RATE: defaultSiteLimits.requestsPerSecond,
      SCA_WRONG_TRIES: defaultSiteLimits.wrongTriesMax,
    });
  });

  it.each(['SCA_ADDRESS_CONNECTIONS', 'SCA_ADDRESS_RATE', 'SCA_WRONG_TRIES'])(
    'takes 1 for %s, and neither 0 nor a fraction',
    (name) => {
      const withValue = (value: string) =>
        readSettings(ScaProcessSettings, { ...env, [name]: value });
      expect(withValue('1')).toMatchObject({ [name]: 1 });
      for (const value of ['0', '1.5']) expect(() => withValue(value)).toThrow(name);
    },
  );

  it('takes addresses and networks of proxies, and nothing else', () => {
    const withProxies = (SCA_TRUSTED_PROXIES: string) =>
      readSettings(ScaProcessSettings, { ...env, SCA_TRUSTED_PROXIES });
    expect(withProxies('10.0.0.0/8, ::1').SCA_TRUSTED_PROXIES).toBe('10.0.0.0/8, ::1');
    expect(() => withProxies('the proxy')).toThrow('SCA_TRUSTED_PROXIES');
  });

  it('cannot start without its keys or its database, and tells of all', async () => {
    await rm(join(folder, 'codes.key'));
    await rm(join(folder, 'cookies.key'));
    await rm(join(folder, 'ids.json'));
    const settings = readSettings(ScaProcessSettings, { ...env, DATABASE_URL: '' });
    const fault = await scaProcess
      .open(settings, new SecretWatch())
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as SettingsError).message.split('\n')).toEqual([
      expect.stringContaining('DATABASE_URL'),
      expect.stringContaining('codes.key'),
      expect.stringContaining('cookies.key'),
      expect.stringContaining('ids.json'),
    ]);
  });
});
