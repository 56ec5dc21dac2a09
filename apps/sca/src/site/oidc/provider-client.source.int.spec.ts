import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretsFolder, SecretWatch } from '@nordgate/service/settings';
import { EC_P256, opensslCa } from '@nordgate/signature/testing';
import { visitProvider } from '@nordgate/local/person-at-provider';
import type { FakeProvider } from '@nordgate/local/fake-provider';
import type { ProviderClientSettings, ScaSettings } from '../../sca.settings.js';
import { providerTerms, startProvider } from '../../testing/bank-at-provider.int.js';
import { newSecret } from '../security/random.source.js';
import { IdentityProviderClient } from './identity-provider.client.js';
import { OidcKeysController } from '../provider/oidc.controller.js';
import { providerKeyFile, readProviderClient } from './provider-client.source.js';
import { providerTransport } from './provider-transport.client.js';

type SentRequest = Parameters<ReturnType<typeof providerTransport>>[1];

const tlsUsage = 'keyCertSign,digitalSignature';
const site = 'http://localhost:9';
const newKey = (namedCurve = 'P-256') =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;

let provider: FakeProvider;
let folder: string;
let watch: SecretWatch;
beforeAll(async () => {
  provider = await startProvider(site);
});
afterAll(() => provider.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-client-keys-'));
  watch = new SecretWatch();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function mount(...keys: readonly string[]): Promise<void> {
  await writeFile(join(folder, providerKeyFile), keys.join(''));
  await watch.look();
}
const open = () =>
  readProviderClient({ secrets: new SecretsFolder(folder, watch), watch, caFile: undefined });

interface Jwks {
  readonly keys: readonly { readonly kid: string; readonly d?: string }[];
}
const published = (providerClient: ProviderClientSettings) =>
  new OidcKeysController({ providerClient } as ScaSettings).keys() as Jwks;

/** The provider reads the keys of the bank. */
function readBy(at: FakeProvider, jwks: Jwks): void {
  at.register({ clientId: 'nordgate', redirectUri: `${site}/oidc/callback`, jwks });
}

async function logIn(client: IdentityProviderClient): Promise<void> {
  const visit = {
    ...{ redirectUri: `${site}/oidc/callback`, state: newSecret() },
    ...{ nonce: newSecret(), verifier: newSecret() },
  };
  const url = await client.start({ ...visit, language: 'en' });
  const back = await visitProvider(url, { person: '14837530114', until: site });
  await client.finish(new URL(back).search.slice(1), visit);
}

describe('the authorities of the identity provider', () => {
  it('change on new connections when their file does: SCA_OIDC_CA_FILE', async () => {
    const own = { altNames: 'IP:127.0.0.1', newKey: EC_P256, keyUsage: tlsUsage };
    const pem = await opensslCa({ subject: '/CN=provider', ...own });
    const other = await opensslCa({ subject: '/CN=other', newKey: EC_P256 });
    const server = createServer({ cert: pem.certificate, key: pem.key }, (_request, answer) =>
      answer.end('{}'),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    await mount(newKey());
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, other.certificate);
    const { ca } = await readProviderClient({
      ...{ secrets: new SecretsFolder(folder, watch), watch, caFile },
    });
    const send = providerTransport(ca);
    const status = async () => (await send(url, { method: 'GET' } as SentRequest)).status;
    await expect(status()).rejects.toThrow();
    await writeFile(caFile, other.certificate + pem.certificate);
    await watch.look();
    expect(await status()).toBe(200);
    await writeFile(caFile, other.certificate);
    await watch.look();
    await expect(status()).rejects.toThrow();
    server.closeAllConnections();
    server.close();
  });
});

describe('the key of the bank at its identity provider', () => {
  it('is rotated without a restart and without a failed log-in: add, switch, withdraw', async () => {
    const [old, next] = [newKey(), newKey()];
    await mount(old);
    const settings = await open();
    const client = new IdentityProviderClient({
      ...settings,
      provider: providerTerms(provider),
      environment: 'sandbox',
    });
    const onlyOld = published(settings);
    readBy(provider, onlyOld);
    await logIn(client);

    await mount(old, next);
    const both = published(settings);
    expect(both.keys).toHaveLength(2);
    expect(both.keys[0]).toEqual(onlyOld.keys[0]);
    // The provider may still have the keys from before.
    await logIn(client);
    readBy(provider, both);

    await mount(next, old);
    await logIn(client);
    readBy(provider, onlyOld);
    await expect(logIn(client)).rejects.toMatchObject({ kind: 'invalid' });
    readBy(provider, both);

    await mount(next);
    const onlyNext = published(settings);
    expect(onlyNext.keys).toEqual([both.keys[1]]);
    readBy(provider, onlyNext);
    await logIn(client);
  });

  it('stays in use while its file is faulty', async () => {
    await mount(newKey());
    const settings = await open();
    const before = published(settings);
    await mount('nonsense');
    expect(published(settings)).toEqual(before);
  });

  it.each([
    ['no key', ''],
    ['another curve', newKey('P-384')],
    ['one good and one bad key', newKey() + newKey('P-384')],
  ])('is refused at the start with %s', async (_about, text) => {
    await mount(text);
    await expect(open()).rejects.toThrow(providerKeyFile);
  });
});
