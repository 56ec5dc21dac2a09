import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { readSettings, SecretWatch, SettingsError } from '@nordgate/service/settings';
import { ScaProcessSettings, scaProcess } from './sca.process.js';
import { defaultSiteLimits } from './sca.settings.js';
import { providerKeyFile } from './site/oidc/provider-client.source.js';

const productionProfile = join(
  import.meta.dirname,
  '../../../libs/contracts/profiles/production.yaml',
);
const oidcProfile = `
sca:
  methods: [oidc, passkey]
  provider:
    name: TestID
    issuer: https://id.bank.example
    clientId: nordgate
    acrValues: [urn:strong]
    maxAgeSeconds: 300
    customerClaim: pid
    customerClaimHolds: identifier
    dynamicLinking: authorization-details
    detailsType: urn:bank:approval
`;

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
    expect(own.databaseUrl.value).toBe('postgres://db/sca');
    expect([own.code.current, own.cookies.current]).toEqual(['A', 'A']);
    expect(own.code.keys['A']?.equals(own.cookies.keys['A']!)).toBe(false);
    expect(own.links).toBeUndefined();
    expect(own.approvalKeys.has(own.approvals.id)).toBe(true);
    expect(own.ids.current).toBe('A');
  });

  describe('with the method oidc in its profile', () => {
    const withOidc = async () => {
      const profile = join(folder, 'bank.yaml');
      await writeFile(profile, `${await readFile(productionProfile, 'utf8')}\n${oidcProfile}`);
      return readSettings(ScaProcessSettings, {
        ...env,
        NORDGATE_ENVIRONMENT: 'production',
        DATABASE_URL: 'postgres://db/sca?sslmode=verify-full',
        NORDGATE_PROFILE: profile,
        NORDGATE_PLAINTEXT_TO: 'edge',
        SCA_PUBLIC_URL: 'https://sca.bank.example',
      });
    };
    const keyOn = (namedCurve: string) =>
      generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' });

    it('reads the key with which it authenticates at the identity provider', async () => {
      await writeFile(join(folder, providerKeyFile), keyOn('P-256'));
      const { providerClient } = await scaProcess.open(await withOidc(), new SecretWatch());
      expect(providerClient?.keys.value[0].id).toMatch(/^[\w-]{43}$/);
      const sandbox = readSettings(ScaProcessSettings, env);
      const { providerClient: none } = await scaProcess.open(sandbox, new SecretWatch());
      expect(none).toBeUndefined();
    });

    it('cannot start without that key, or with a key on another curve', async () => {
      const settings = await withOidc();
      await expect(scaProcess.open(settings, new SecretWatch())).rejects.toThrow(providerKeyFile);
      await writeFile(join(folder, providerKeyFile), keyOn('P-384'));
      await expect(scaProcess.open(settings, new SecretWatch())).rejects.toThrow('P-256');
    });
  });

  it('cannot start in production while its profile has no identity provider, in one line', async () => {
    const settings = readSettings(ScaProcessSettings, {
      ...env,
      NORDGATE_ENVIRONMENT: 'production',
      DATABASE_URL: 'postgres://db/sca?sslmode=verify-full',
      SCA_PUBLIC_URL: 'https://sca.bank.example',
    });
    await expect(scaProcess.open(settings, new SecretWatch())).rejects.toThrow(
      /^NORDGATE_PROFILE: production needs the SCA method oidc: add it to sca.methods of the bank profile$/m,
    );
  });

  it.each([
    ['a missing folder of CAs', 'trust', 'ocsp.json', 'NORDGATE_TRUST_DIR: ENOENT'],
    ['an empty folder of CAs', '.', 'ocsp.json', 'NORDGATE_TRUST_DIR: there is no *.pem'],
    ['a missing file of responders', '.', 'missing.json', 'NORDGATE_OCSP_FILE: ENOENT'],
  ])('cannot start with %s, in one line', async (_what, trust, ocsp, line) => {
    await mkdir(join(folder, 'mounted'));
    await writeFile(join(folder, 'mounted', 'ocsp.json'), '[]');
    const settings = readSettings(ScaProcessSettings, {
      ...env,
      NORDGATE_TRUST_DIR: join(folder, 'mounted', trust),
      NORDGATE_OCSP_FILE: join(folder, 'mounted', ocsp),
    });
    const error = await scaProcess.open(settings, new SecretWatch()).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as SettingsError).faults).toEqual([expect.stringContaining(line)]);
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

  it.each([
    ['sca-peers', true],
    ['sca-peers.nordgate.svc', true],
    ['https://sca-peers', false],
    ['sca-peers:8081', false],
  ])('takes %s as the name of all instances: %s', (SCA_PEERS_NAME, isTaken) => {
    const read = () => readSettings(ScaProcessSettings, { ...env, SCA_PEERS_NAME });
    if (isTaken) expect(read().SCA_PEERS_NAME).toBe(SCA_PEERS_NAME);
    else expect(read).toThrow('SCA_PEERS_NAME');
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
