import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { currentKeyOf } from '@nordgate/contracts/rules';
import { startTelemetry } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { makeKeyPair, makeKeySet, newKeyText } from './new-secrets.js';
import { secretLookMs, SecretWatch } from './secret-watch.js';
import { SecretsFolder } from './secrets-folder.js';

// Before the first instrument, which is made once.
const telemetry = startTelemetry({ service: 'test', version: '0' });
afterAll(() => telemetry.stop());

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

  it('is behind its file while the file cannot be used, for the gauge that an alert looks at', async () => {
    await makeKeySet(folder, 'ids.json');
    await secrets.idKeys('ids.json');
    const gauge = /^nordgate_secret_file_newer{[^}]*nordgate_secret="ids.json"[^}]*} (\d)/m;
    const behind = async () => {
      await watch.look();
      return gauge.exec(await telemetry.scrape())?.[1];
    };
    const good = await readFile(join(folder, 'ids.json'), 'utf8');
    expect(await behind()).toBe('0');
    await write('ids.json', 'nonsense');
    expect(await behind()).toBe('1');
    await rm(join(folder, 'ids.json'));
    expect(await behind()).toBe('0');
    await write('ids.json', good);
    expect(await behind()).toBe('0');
  });

  it('keeps its last good keys while the file is absent', async () => {
    await makeKeySet(folder, 'ids.json');
    const keys = await secrets.keySet('ids.json');
    await rm(join(folder, 'ids.json'));
    await watch.look();
    expect(currentKeyOf(keys).id).toBe('A');
    expect(lines).toHaveLength(1);
  });

  it('does not change while the file is the same', async () => {
    await makeKeySet(folder, 'ids.json');
    const { keys } = await secrets.keySet('ids.json');
    await watch.look();
    expect((await secrets.keySet('ids.json')).keys).not.toBe(keys);
    expect(lines).toEqual([]);
  });
});

describe('a watch that follows its secrets', () => {
  it('looks at them once per poll interval, until it is stopped', async () => {
    jest.useFakeTimers();
    const follower = new SecretWatch();
    const look = jest.spyOn(follower, 'look');
    const poll = follower.follow({} as Log);
    await jest.advanceTimersByTimeAsync(2 * secretLookMs);
    expect(look).toHaveBeenCalledTimes(2);
    await poll.stop();
    await jest.advanceTimersByTimeAsync(2 * secretLookMs);
    expect(look).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
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
