import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentKeyOf } from '@nordgate/contracts/rules';
import type { Log } from '@nordgate/telemetry';
import { makeKeyPair, makeKeySet, newKeyText } from './new-secrets.js';
import { SecretWatch } from './secret-watch.js';
import { SecretsFolder } from './secrets-folder.js';

let folder: string;
let watch: SecretWatch;
let secrets: SecretsFolder;
let lines: (readonly [level: 'info' | 'error', fields: unknown])[];
let following: { stop(): Promise<void> };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-watch-'));
  watch = new SecretWatch();
  secrets = new SecretsFolder(folder, watch);
  lines = [];
  const line = (level: 'info' | 'error') => (fields: unknown) => void lines.push([level, fields]);
  following = watch.follow({ info: line('info'), error: line('error') } as unknown as Log);
});
afterEach(async () => {
  await following.stop();
  await rm(folder, { recursive: true });
});

const write = (file: string, text: string) => writeFile(join(folder, file), text);

describe('a watched key set', () => {
  it('changes when its file does, and the log names its keys', async () => {
    await write('links.key', newKeyText());
    const links = await secrets.keySet('links.key');
    const first = currentKeyOf(links);
    const [old, next] = [newKeyText(), newKeyText()];
    await write('links.key', JSON.stringify({ current: 'next', keys: { old, next } }));
    expect(links.current).toBe('A');
    await watch.look();
    expect(currentKeyOf(links).id).toBe('next');
    expect(currentKeyOf(links).key).not.toBe(first.key);
    expect(lines).toEqual([['info', { secret: 'links.key', keyNames: 'next, old' }]]);
  });

  it('keeps its last good keys while the file is faulty, with one line in the log', async () => {
    await makeKeySet(folder, 'ids.json');
    const good = await readFile(join(folder, 'ids.json'), 'utf8');
    const ids = await secrets.idKeys('ids.json');
    const { keys } = ids;
    const key = newKeyText();
    await write('ids.json', JSON.stringify({ current: 'long', keys: { long: key } }));
    await watch.look();
    await watch.look();
    expect(ids.keys).toBe(keys);
    const fault = 'NORDGATE_SECRETS_DIR: ids.json: long is not one letter';
    expect(lines).toEqual([['error', { secret: 'ids.json', fault }]]);
    expect(JSON.stringify(lines)).not.toContain(key);
    await write('ids.json', good);
    await watch.look();
    expect(lines[1]).toEqual(['info', { secret: 'ids.json', keyNames: 'A' }]);
  });

  it('keeps its last good keys while the file is absent', async () => {
    await makeKeySet(folder, 'operator.json');
    const keys = await secrets.keySet('operator.json');
    await rm(join(folder, 'operator.json'));
    await watch.look();
    expect(currentKeyOf(keys).id).toBe('A');
    expect(lines).toHaveLength(1);
  });

  it('does not change while the file is the same', async () => {
    await makeKeySet(folder, 'operator.json');
    const { keys } = await secrets.keySet('operator.json');
    await watch.look();
    expect((await secrets.keySet('operator.json')).keys).not.toBe(keys);
    expect(lines).toEqual([]);
  });
});

describe('a watched key pair', () => {
  const pair = 'internal-gateway';
  const fileOf = (end: 'key' | 'pub') => join(folder, `${pair}.${end}.pem`);

  it('changes when its files do', async () => {
    await makeKeyPair(folder, pair);
    const [own, known] = [await secrets.signingKey(pair), await secrets.publicKeys(pair)];
    const [before, old] = [own.id, await readFile(fileOf('pub'), 'utf8')];
    await rm(fileOf('key'));
    await rm(fileOf('pub'));
    await makeKeyPair(folder, pair);
    await write(`${pair}.pub.pem`, (await readFile(fileOf('pub'), 'utf8')) + old);
    await watch.look();
    expect(own.id).not.toBe(before);
    expect([...known.keys()]).toEqual([own.id, before]);
    expect(known.get(own.id)?.asymmetricKeyType).toBe('ed25519');
    expect(own.key.type).toBe('private');
  });
});
