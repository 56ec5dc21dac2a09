import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import { OutsidePeer } from '@nordgate/service';
import { readSettings, SecretWatch } from '@nordgate/service/settings';
import { opensslCa } from '@nordgate/signature/testing';
import { CoreReadSettings, coreServiceOf } from './core-service.source.js';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'nordgate-core-read-'))));
afterEach(() => rm(folder, { recursive: true }));

/** The settings of a process, with a profile that says this. */
async function settingsOf(env: Record<string, string>, change: object) {
  const environment = env['NORDGATE_ENVIRONMENT'] ?? 'production';
  const profile = join(folder, 'profile.yaml');
  const own = defaultProfile(environment === 'sandbox' ? 'sandbox' : 'production');
  await writeFile(profile, JSON.stringify({ ...own, ...change }));
  return readSettings(CoreReadSettings, {
    ...{
      NORDGATE_ENVIRONMENT: 'production',
      NORDGATE_PROFILE: profile,
      NORDGATE_SECRETS_DIR: folder,
    },
    ...{ KAFKA_BROKERS: 'broker:9092', INTERNAL_PORT: '0', DATABASE_URL: 'postgres://db/accounts' },
    ...env,
  });
}
const reading = { accounts: { read: 'core' }, execution: { executor: 'core' } };

async function faultOf(env: Record<string, string>, change: object = reading): Promise<string> {
  const settings = await settingsOf(env, change);
  return coreServiceOf(settings, new SecretWatch()).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );
}

describe('the settings of the core whose books are read', () => {
  it.each<readonly [string, Record<string, string>, string]>([
    ['without an address', {}, 'CORE_READ_URL is missing: the profile has accounts.read: core'],
    ['over plain http', { CORE_READ_URL: 'http://core:8080' }, 'CORE_READ_URL has to be https'],
    [
      'over plain http elsewhere, in a sandbox',
      { CORE_READ_URL: 'http://core:8080', NORDGATE_ENVIRONMENT: 'sandbox' },
      'CORE_READ_URL has to be https',
    ],
    [
      'with a password in the address',
      { CORE_READ_URL: 'https://a:b@core/' },
      'CORE_READ_URL: an address has no user, query or fragment',
    ],
    [
      'with half a pair',
      { CORE_READ_URL: 'https://core', CORE_READ_TLS_KEY_FILE: '/nowhere/key' },
      'CORE_READ_TLS_CERT_FILE and CORE_READ_TLS_KEY_FILE go together',
    ],
    [
      'with a file that is absent',
      { CORE_READ_URL: 'https://core', CORE_READ_TOKEN_FILE: '/nowhere/token' },
      'CORE_READ_TOKEN_FILE: /nowhere/token cannot be read (ENOENT)',
    ],
  ])('stop the start %s', async (_what, env, fault) => {
    expect(await faultOf(env)).toBe(fault);
  });

  it('stop the start where the profile reads the copy', async () => {
    const env = { CORE_READ_URL: 'https://core', CORE_READ_TOKEN_FILE: '/run/token' };
    expect((await faultOf(env, {})).split('\n')).toEqual([
      'CORE_READ_URL needs accounts.read: core in the profile',
      'CORE_READ_TOKEN_FILE needs accounts.read: core in the profile',
    ]);
    expect(await faultOf({}, {})).toBe('none');
  });

  it('may have a path, and plain http on loopback in a sandbox', async () => {
    const env = { CORE_READ_URL: 'http://127.0.0.1:8099/books/', NORDGATE_ENVIRONMENT: 'sandbox' };
    const service = await coreServiceOf(await settingsOf(env, reading), new SecretWatch());
    expect(service).toMatchObject({ origin: 'http://127.0.0.1:8099', base: '/books' });
  });
});

/** A core over TLS that says which client asked it, and with what token. */
async function aCore(ca: { readonly certificate: string; readonly key: string }): Promise<Server> {
  const options = {
    cert: ca.certificate,
    key: ca.key,
    requestCert: true,
    rejectUnauthorized: false,
  };
  const server = createServer(options, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    const name = (subject as { readonly CN?: string } | undefined)?.CN ?? 'nobody';
    response.end(`${name} ${request.headers.authorization ?? ''}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const certificate = (name: string) =>
  opensslCa({
    subject: `/CN=${name}`,
    keyUsage: 'keyCertSign,digitalSignature',
    extensions: ['subjectAltName=IP:127.0.0.1'],
  });

describe('the files of the core whose books are read', () => {
  it('change the authorities, the client certificate and the token of the next connection', async () => {
    const [first, second] = await Promise.all([certificate('one'), certificate('two')]);
    const server = await aCore(first);
    const files = ['ca', 'cert', 'key', 'token'].map((name) => join(folder, name));
    const [caFile = '', certFile = '', keyFile = '', tokenFile = ''] = files;
    const write = async (own: typeof first, ca: typeof first, token: string) => {
      await writeFile(caFile, ca.certificate);
      await writeFile(certFile, own.certificate);
      await writeFile(keyFile, own.key);
      await writeFile(tokenFile, `${token}\n`);
    };
    await write(first, first, 'token-1');
    const watch = new SecretWatch();
    const { port } = server.address() as AddressInfo;
    const env = {
      CORE_READ_URL: `https://127.0.0.1:${String(port)}`,
      ...{ CORE_READ_TLS_CA_FILE: caFile, CORE_READ_TLS_CERT_FILE: certFile },
      ...{ CORE_READ_TLS_KEY_FILE: keyFile, CORE_READ_TOKEN_FILE: tokenFile },
    };
    const service = await coreServiceOf(await settingsOf(env, reading), watch);
    if (service === undefined) throw new Error('there is a core');
    const ask = async () => {
      const peer = new OutsidePeer(service, 5000);
      const answer = peer.get('/', peer.deadline(), ({ body }) => ({ answer: body.toString() }));
      const found = await answer.catch((error: unknown) => (error as Error).message);
      await peer.close();
      return found;
    };
    expect(await ask()).toBe('one Bearer token-1');
    await write(second, first, 'token-2');
    await watch.look();
    expect(await ask()).toBe('two Bearer token-2');
    await write(second, second, 'token-2');
    await watch.look();
    expect(await ask()).toBe('no answer: DEPTH_ZERO_SELF_SIGNED_CERT');
    server.closeAllConnections();
    server.close();
  });
});
