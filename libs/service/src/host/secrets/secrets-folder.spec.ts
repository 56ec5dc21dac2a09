import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '../settings/settings-error.js';
import { makeSecrets } from './new-secrets.js';
import { keyFiles, keySetFiles, SecretsFolder } from './secrets-folder.js';

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
    expect((await readdir(inside)).sort()).toEqual([...keyFiles, ...keySetFiles].sort());
    expect((await stat(inside)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(inside)) {
      expect((await stat(join(inside, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('makes readable files, each with another key', async () => {
    await makeSecrets(folder);
    const keys = await Promise.all(keyFiles.map((file) => secrets().key(file)));
    const sets = await Promise.all(keySetFiles.map((file) => secrets().keySet(file)));
    expect(sets.map(({ current }) => current)).toEqual(keySetFiles.map(() => 'A'));
    const all = [
      ...keys,
      ...sets.flatMap((set) => Object.values(set.keys).map((key) => key.export())),
    ].map((key) => key.toString('hex'));
    expect(new Set(all).size).toBe(keyFiles.length + keySetFiles.length);
    expect(new Set(all.map((key) => key.length))).toEqual(new Set([64]));
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

describe('a mounted key', () => {
  it.each(['base64', 'base64url'] as const)('is read from %s', async (encoding) => {
    const key = Buffer.from(Array.from({ length: 40 }, (_, i) => 255 - i));
    await write('links.key', `${key.toString(encoding)}\n`);
    expect(await secrets().key('links.key')).toEqual(key);
    expect((await secrets().keyObject('links.key')).export()).toEqual(key);
  });

  it('is a SettingsError when its file does not exist', async () => {
    expect(await faultOf(secrets().key('links.key'))).toMatch(
      /links\.key cannot be read \(ENOENT\)/,
    );
  });

  it.each([
    ['too short', randomBytes(31).toString('base64')],
    ['no base64', 'correct horse battery staple correct horse battery staple'],
    ['nothing', ''],
  ])('is a fault when it is %s, which the fault does not repeat', async (_what, text) => {
    await write('codes.key', text);
    const fault = await faultOf(secrets().key('codes.key'));
    expect(fault).toMatch(/^NORDGATE_SECRETS_DIR: .*codes\.key/);
    if (text !== '') expect(fault).not.toContain(text);
  });
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
    await write('internal.json', text);
    const fault = await faultOf(secrets().keySet('internal.json'));
    expect(fault).toMatch(/^NORDGATE_SECRETS_DIR: internal\.json: /);
    expect(fault).toContain(said === 'A' ? 'it has to be' : said);
  });
});
