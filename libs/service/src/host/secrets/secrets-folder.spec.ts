import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorityFile } from '../../operations/people/operator-trust.js';
import { SettingsError } from '../settings/read-settings.js';
import { makeKeyPair, makeSecrets, newKeyText } from './new-secrets.js';
import {
  keyFiles,
  keyPairNames,
  keySetFiles,
  privateFileOf,
  publicFileOf,
  SecretsFolder,
} from './secrets-folder.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, text: string) => writeFile(join(folder, file), text);
const secrets = () => new SecretsFolder(folder);

async function faultOf(reading: Promise<unknown>): Promise<string> {
  const fault = await reading.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SettingsError);
  return (fault as SettingsError).message;
}

describe('makeSecrets', () => {
  it('makes every file so that only its owner may read it', async () => {
    const inside = join(folder, 'made');
    await makeSecrets(inside);
    const pairs = keyPairNames.flatMap((pair) => [privateFileOf(pair), publicFileOf(pair)]);
    const made = [...keyFiles, ...keySetFiles, ...pairs, authorityFile];
    expect((await readdir(inside)).sort()).toEqual([...made, 'people'].sort());
    expect((await readdir(join(inside, 'people'))).length).toBeGreaterThan(0);
    for (const entry of await readdir(inside, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect((await stat(inside)).mode & 0o777).toBe(0o700);
  });

  it('makes readable files, each with another key', async () => {
    await makeSecrets(folder);
    const files = [...keyFiles, ...keySetFiles];
    const sets = await Promise.all(files.map((file) => secrets().keySet(file)));
    expect(sets.map(({ current }) => current)).toEqual(files.map(() => 'A'));
    const all = sets.flatMap((set) =>
      Object.values(set.keys).map((key) => key.export().toString('hex')),
    );
    expect(new Set(all).size).toBe(keyFiles.length + keySetFiles.length);
    expect(new Set(all.map((key) => key.length))).toEqual(new Set([64]));
  });

  it('makes the private key of the operator in another folder when no app may read it', async () => {
    const [apps, operator] = [join(folder, 'apps'), join(folder, 'operator')];
    await makeSecrets(apps, operator);
    await makeSecrets(apps, operator);
    expect((await readdir(apps)).filter((file) => file.startsWith('operator'))).toEqual([
      authorityFile,
      'operator.pub.pem',
    ]);
    const files = [privateFileOf('operator'), publicFileOf('operator'), 'people'];
    expect((await readdir(operator)).sort()).toEqual(files.sort());
    expect((await stat(join(operator, 'operator.key.pem'))).mode & 0o777).toBe(0o600);
    const { id } = await new SecretsFolder(operator).signingKey('operator');
    expect((await new SecretsFolder(apps).publicKeys('operator')).has(id)).toBe(true);
  });

  it('keeps existing files', async () => {
    await write('links.key', `${randomBytes(32).toString('base64')}\n`);
    const before = await readFile(join(folder, 'links.key'), 'utf8');
    await makeSecrets(folder);
    const ids = await readFile(join(folder, 'ids.json'), 'utf8');
    await makeSecrets(folder);
    expect(await readFile(join(folder, 'links.key'), 'utf8')).toBe(before);
    expect(await readFile(join(folder, 'ids.json'), 'utf8')).toBe(ids);
  });
});

/** A key of 32 bytes. */
function withDifferentBytes(count: number): string {
  return Buffer.from(Array.from({ length: 32 }, (_, at) => at % count)).toString('base64');
}

describe('a mounted key of an older release', () => {
  it.each(['base64', 'base64url'] as const)('is read from %s as a set of one', async (encoding) => {
    const key = Buffer.from(Array.from({ length: 40 }, (_, i) => 255 - i));
    await write('links.key', `${key.toString(encoding)}\n`);
    const { current, keys } = await secrets().keySet('links.key');
    expect([current, Object.keys(keys)]).toEqual(['A', ['A']]);
    expect(keys['A']?.export()).toEqual(key);
  });

  it('is no id key', async () => {
    await write('ids.json', newKeyText());
    expect(await faultOf(secrets().keySet('ids.json'))).toContain('it has to be');
  });

  it('may be absent where it is optional', async () => {
    expect(await secrets().optionalKeySet('links.key')).toBeUndefined();
    await write('links.key', newKeyText());
    expect((await secrets().optionalKeySet('links.key'))?.current).toBe('A');
  });

  it('is a SettingsError when its file does not exist', async () => {
    expect(await faultOf(secrets().keySet('links.key'))).toMatch(
      /links\.key cannot be read \(ENOENT\)/,
    );
  });

  it.each([
    ['too short', randomBytes(31).toString('base64')],
    ['no base64', 'correct horse battery staple correct horse battery staple'],
    ['15 different bytes', withDifferentBytes(15)],
    ['nothing', ''],
  ])('is a fault when it is %s, which the fault does not repeat', async (_what, text) => {
    await write('codes.key', text);
    const fault = await faultOf(secrets().keySet('codes.key'));
    expect(fault).toMatch(/^NORDGATE_SECRETS_DIR: .*codes\.key/);
    if (text !== '') expect(fault).not.toContain(text);
  });
});

it('a mounted key of 16 different bytes counts as random', async () => {
  await write('codes.key', withDifferentBytes(16));
  expect((await secrets().keySet('codes.key')).current).toBe('A');
});

describe('a mounted key set', () => {
  const key = () => randomBytes(32).toString('base64url');

  it('has a current key and further keys that verify', async () => {
    const keys = { A: key(), B: key() };
    await write('ids.json', JSON.stringify({ current: 'B', keys }));
    const read = await secrets().keySet('ids.json');
    expect(read.current).toBe('B');
    expect(read.keys['A']?.export().toString('base64url')).toBe(keys.A);
    expect(Object.keys(read.keys)).toEqual(['A', 'B']);
  });

  it.each([
    ['is no JSON', 'A', '{"current"'],
    ['is something else', 'A', '[]'],
    ['has no current key', 'A', '{"keys":{}}'],
    ['has no keys', 'A', '{"current":"A"}'],
    ['does not have the current one', 'no key B', `{"current":"B","keys":{"A":"${key()}"}}`],
    ['has a short one', 'A: a key', '{"current":"A","keys":{"A":"c2hvcnQ"}}'],
    ['has a number', 'A: a key', '{"current":"A","keys":{"A":1}}'],
    ['names a word of every object', 'constructor', '{"current":"constructor","keys":{}}'],
  ])('is a fault when it %s', async (_what, said, text) => {
    await write('ids.json', text);
    const fault = await faultOf(secrets().keySet('ids.json'));
    expect(fault).toMatch(/^NORDGATE_SECRETS_DIR: ids\.json: /);
    expect(fault).toContain(said === 'A' ? 'it has to be' : said);
  });
});

describe('a mounted key pair', () => {
  const pair = 'internal-sca';
  const text = Buffer.from('a token');
  const pemOf = (type: 'ed25519' | 'x25519') =>
    generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });

  it('signs with the private key, which the public key of the same id verifies', async () => {
    await makeKeyPair(folder, pair);
    const { id, key } = await secrets().signingKey(pair);
    const publicKey = (await secrets().publicKeys(pair)).get(id);
    expect(publicKey && verify(null, text, publicKey, sign(null, text, key))).toBe(true);
  });

  it('has several public keys while it is rotated', async () => {
    await makeKeyPair(folder, pair);
    await makeKeyPair(folder, 'internal-accounts');
    await appendFile(
      join(folder, publicFileOf(pair)),
      await readFile(join(folder, publicFileOf('internal-accounts')), 'utf8'),
    );
    const ids = [...(await secrets().publicKeys(pair)).keys()];
    const [old, present] = [
      await secrets().signingKey('internal-accounts'),
      await secrets().signingKey(pair),
    ];
    expect(ids).toEqual([present.id, old.id]);
  });

  it('gets its public file again when only the private one was written', async () => {
    await makeKeyPair(folder, pair);
    await rm(join(folder, publicFileOf(pair)));
    await makeKeyPair(folder, pair);
    const { id } = await secrets().signingKey(pair);
    expect((await secrets().publicKeys(pair)).has(id)).toBe(true);
  });

  it.each([
    ['no PEM text', 'c2VjcmV0'],
    ['of another kind', String(pemOf('x25519'))],
    ['cut off', String(pemOf('ed25519')).slice(0, 60)],
  ])(
    'is a fault when the private key is %s, which the fault does not repeat',
    async (_what, pem) => {
      await write(privateFileOf(pair), pem);
      const fault = await faultOf(secrets().signingKey(pair));
      expect(fault).toBe(
        'NORDGATE_SECRETS_DIR: internal-sca.key.pem: it has to be an Ed25519 private key in PEM',
      );
    },
  );

  it.each([
    ['in place of its public key', false],
    ['beside its public key', true],
  ])(
    'is a fault when the private key is %s, which the fault does not repeat',
    async (_w, beside) => {
      await makeKeyPair(folder, pair);
      const privateKey = await readFile(join(folder, privateFileOf(pair)), 'utf8');
      const publicKey = beside ? await readFile(join(folder, publicFileOf(pair)), 'utf8') : '';
      await write(publicFileOf(pair), publicKey + privateKey);
      expect(await faultOf(secrets().publicKeys(pair))).toBe(
        'NORDGATE_SECRETS_DIR: internal-sca.pub.pem: it has to be Ed25519 public keys in PEM, and no private key',
      );
    },
  );

  it('is a fault when one of several public keys cannot be read', async () => {
    await makeKeyPair(folder, pair);
    const broken = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n';
    await appendFile(join(folder, publicFileOf(pair)), broken);
    expect(await faultOf(secrets().publicKeys(pair))).toContain('it has to be Ed25519 public keys');
  });
});
