import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets, newKeyText } from '@nordgate/service/new-secrets';
import { readSettings, SecretWatch, SettingsError } from '@nordgate/service/settings';
import { issueSandboxCa } from '@nordgate/signature/issue';
import { gatewayProcess, limitsOf } from './gateway.process.js';
import { EdgeSettings, GatewayProcessSettings } from './gateway.settings.js';
import { defaultLoad } from './guard/overload.hook.js';
import { defaultRates } from './guard/rate-limits.hook.js';
import { defaultLimits } from './guard/request-limits.hook.js';
import { sandboxGatewayProcess } from './sandbox/gateway.sandbox.js';

let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-gateway-'));
  const [secrets, trust] = [join(folder, 'secrets'), join(folder, 'trust')];
  await makeSecrets(secrets);
  await rm(join(secrets, 'codes.key'));
  await rm(join(secrets, 'cookies.key'));
  await mkdir(trust);
  const ca = await issueSandboxCa({
    validFrom: new Date('2026-01-01T00:00:00Z'),
    validTo: new Date('2036-01-01T00:00:00Z'),
    commonName: 'CA',
    organisation: 'CA',
  });
  await writeFile(join(trust, 'ca.pem'), ca.certificate);
  const register = join(folder, 'register.json');
  await writeFile(register, '[]');
  env = {
    KAFKA_BROKERS: 'kafka:9092',
    NORDGATE_SECRETS_DIR: secrets,
    NORDGATE_TRUST_DIR: trust,
    NORDGATE_TPP_REGISTER_FILE: register,
    NORDGATE_ENVIRONMENT: 'production',
    NORDGATE_PLAINTEXT_TO: 'internal,edge',
    SCA_PUBLIC_URL: 'https://sca.example/',
    PAYMENTS_URL: 'http://payments:8090',
    BASKETS_URL: 'http://baskets:8090',
    SCA_URL: 'http://sca:8090',
    ACCOUNTS_URL: 'http://accounts:8090',
    BATCH_URL: 'http://batch:8090',
  };
});
afterEach(() => rm(folder, { recursive: true }));

const settingsWith = (change: Record<string, string> = {}) =>
  readSettings(GatewayProcessSettings, { ...env, ...change });

async function faultsWith(
  change: Record<string, string> = {},
  definition: Pick<typeof gatewayProcess, 'open'> = gatewayProcess,
): Promise<readonly string[]> {
  const read = async () => definition.open(settingsWith(change), new SecretWatch());
  const fault = await read().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SettingsError);
  return (fault as SettingsError).message.split('\n');
}

describe("the gateway's process", () => {
  it('reads its keys and trust material, and needs no other secrets', async () => {
    const own = await gatewayProcess.open(settingsWith(), new SecretWatch());
    expect(own.scaUrl).toBe('https://sca.example');
    expect(own.ids.current).toBe('A');
    expect(own.links.keys['A']?.symmetricKeySize).toBe(32);
  });

  it('asks every service at its address', () => {
    expect(gatewayProcess.addresses(settingsWith())).toEqual({
      payments: 'http://payments:8090',
      baskets: 'http://baskets:8090',
      sca: 'http://sca:8090',
      accounts: 'http://accounts:8090',
      batch: 'http://batch:8090',
    });
  });

  it('requires every variable without a default', () => {
    const read = () => readSettings(GatewayProcessSettings, {});
    const names = Object.keys(env)
      .filter((name) => !['NORDGATE_TPP_REGISTER_FILE', 'NORDGATE_PLAINTEXT_TO'].includes(name))
      .sort();
    expect(read).toThrow(SettingsError);
    try {
      read();
    } catch (error) {
      const told = (error as Error).message.split('\n').map((line) => line.split(' ')[0]);
      expect(told.sort()).toEqual(names);
    }
  });

  it.each([
    ['has no CA certificate', () => ({ NORDGATE_TRUST_DIR: folder }), 'no *.pem'],
    ['has no folder to trust', () => ({ NORDGATE_TRUST_DIR: '/nonexistent' }), 'ENOENT'],
    [
      'has links to plain http in production',
      () => ({ SCA_PUBLIC_URL: 'http://sca.example' }),
      'https',
    ],
    [
      'has no register of TPPs in production',
      () => ({ NORDGATE_TPP_REGISTER_FILE: '' }),
      'NORDGATE_TPP_REGISTER_URL is required',
    ],
    [
      'has no certificate in production',
      () => ({ NORDGATE_PLAINTEXT_TO: 'internal' }),
      'GATEWAY_TLS_CERT_FILE is required in production, unless NORDGATE_PLAINTEXT_TO names edge',
    ],
    [
      'cannot read the register',
      () => ({ NORDGATE_TPP_REGISTER_FILE: join(folder, 'trust', 'ca.pem') }),
      'NORDGATE_TPP_REGISTER_FILE: it is not JSON',
    ],
    [
      'has an unknown environment',
      () => ({ NORDGATE_ENVIRONMENT: 'test' }),
      'NORDGATE_ENVIRONMENT',
    ],
    ['has an internal address with a path', () => ({ SCA_URL: 'http://sca/internal' }), 'SCA_URL'],
  ])('cannot start when it %s', async (_what, change, said) => {
    const faults = await faultsWith(change());
    expect(faults).toEqual([expect.stringContaining(said)]);
  });

  it('needs no register in the sandbox', async () => {
    const change = { NORDGATE_TPP_REGISTER_FILE: '', NORDGATE_ENVIRONMENT: 'sandbox' };
    const { trust } = await gatewayProcess.open(settingsWith(change), new SecretWatch());
    expect(trust.register).toBeUndefined();
  });

  it('needs revocation lists in production only', async () => {
    const policyIn = async (environment: string) =>
      (
        await gatewayProcess.open(
          settingsWith({ NORDGATE_ENVIRONMENT: environment }),
          new SecretWatch(),
        )
      ).trust.store.value.revocations.policy;
    expect([await policyIn('production'), await policyIn('sandbox')]).toEqual([
      'required',
      'optional',
    ]);
  });

  it('allows links to plain http in the sandbox', async () => {
    const change = { SCA_PUBLIC_URL: 'http://127.0.0.1:8081', NORDGATE_ENVIRONMENT: 'sandbox' };
    const own = await gatewayProcess.open(settingsWith(change), new SecretWatch());
    expect(own.scaUrl).toBe('http://127.0.0.1:8081');
  });

  it('answers the queries of accounts where a sandbox has a console, and has no console in production', async () => {
    const { NORDGATE_SECRETS_DIR: secrets = '' } = env;
    const console = { CONSOLE_PUBLIC_URL: 'https://console.example/' };
    expect(await faultsWith(console)).toEqual(['CONSOLE_PUBLIC_URL: production has no console']);
    const sandbox = { ...console, NORDGATE_ENVIRONMENT: 'sandbox' };
    const own = await sandboxGatewayProcess.open(settingsWith(sandbox), new SecretWatch());
    expect(own.consoleUrl).toBe('https://console.example');
    expect([...(own.consoleKeys?.keys() ?? [])]).toHaveLength(1);
    const plain = await sandboxGatewayProcess.open(
      settingsWith({ NORDGATE_ENVIRONMENT: 'sandbox' }),
      new SecretWatch(),
    );
    expect([plain.consoleUrl, plain.consoleKeys]).toEqual([undefined, undefined]);
    await rm(join(secrets, 'internal-accounts.pub.pem'));
    expect(await faultsWith(sandbox, sandboxGatewayProcess)).toEqual([
      expect.stringContaining('internal-accounts.pub.pem'),
    ]);
  });

  it('reports the faults of all files at once: a certificate, an id key without a letter, a short key', async () => {
    const { NORDGATE_SECRETS_DIR: secrets = '', NORDGATE_TRUST_DIR: trust = '' } = env;
    await writeFile(join(trust, 'ca.pem'), 'no certificate');
    const ids = { current: 'first', keys: { first: newKeyText() } };
    await writeFile(join(secrets, 'ids.json'), JSON.stringify(ids));
    await writeFile(join(secrets, 'links.key'), 'c2hvcnQ');
    expect(await faultsWith()).toEqual([
      expect.stringContaining('ids.json: first is not one letter'),
      expect.stringContaining('links.key'),
      expect.stringMatching(/^NORDGATE_TRUST_DIR: .*PEM/),
    ]);
  });
});

const platform = {
  KAFKA_BROKERS: 'kafka:9092',
  NORDGATE_ENVIRONMENT: 'sandbox',
  NORDGATE_SECRETS_DIR: '/secrets',
};
const settingsOf = (env: Record<string, string> = {}) =>
  readSettings(EdgeSettings, { ...platform, ...env });

describe('the limits in the settings', () => {
  it('are the defaults without variables', () => {
    expect(limitsOf(settingsOf())).toMatchObject({
      rates: defaultRates,
      load: { loopDelayMsMax: defaultLoad.loopDelayMsMax },
      limits: { connectionsPerAddressMax: defaultLimits.connectionsPerAddressMax },
    });
    expect(limitsOf(settingsOf())).not.toHaveProperty('trustedProxies');
  });

  it('are those of the variables', () => {
    const said = settingsOf({
      GATEWAY_TPP_RATE: '7',
      GATEWAY_PEERS_NAME: 'gateway-peers.nordgate.svc',
      GATEWAY_ADDRESS_RATE: '9',
      GATEWAY_SANDBOX_WRITE_RATE: '3',
      GATEWAY_ADDRESS_CONNECTIONS: '1',
      GATEWAY_LOOP_DELAY_MS: '11',
      GATEWAY_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,192.0.2.1',
    });
    expect(limitsOf(said)).toMatchObject({
      rates: { perTpp: 7, perAddress: 9, sandboxWritesPerTpp: 3 },
      peersName: 'gateway-peers.nordgate.svc',
      limits: { connectionsPerAddressMax: 1 },
      load: { loopDelayMsMax: 11 },
      trustedProxies: '10.0.0.0/8, 2001:db8::/32,192.0.2.1',
    });
  });

  it.each([
    ['GATEWAY_TPP_RATE', '0'],
    ['GATEWAY_PEERS_NAME', 'https://gateway-peers'],
    ['GATEWAY_PEERS_NAME', 'gateway-peers:8080'],
    ['GATEWAY_ADDRESS_RATE', '1.5'],
    ['GATEWAY_ADDRESS_CONNECTIONS', '0'],
    ['GATEWAY_LOOP_DELAY_MS', '-1'],
    ['GATEWAY_TRUSTED_PROXIES', 'the proxy'],
    ['GATEWAY_TRUSTED_PROXIES', '10.0.0.0/8;10.1.0.0/16'],
  ])('%s cannot be %s', (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(SettingsError);
    expect(() => settingsOf({ [name]: value })).toThrow(name);
  });
});
