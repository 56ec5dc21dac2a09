import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysOf } from '@nordgate/contracts/rules';
import { newKeyText } from '@nordgate/service/new-secrets';
import { SecretWatch, SettingsError } from '@nordgate/service/settings';
import { openSecrets } from './data-folder.js';

describe('the keys of a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nordgate-data-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (secrets: unknown) =>
    writeFile(join(folder, 'secrets.json'), JSON.stringify(secrets));
  const open = (watch = new SecretWatch()) => openSecrets(folder, watch);

  it('are made once, and differ from each other', async () => {
    const { ids, links, codes, cookies } = await open();
    const keys = [ids, links, codes, cookies].flatMap((set) =>
      keysOf(set).map((key) => key.export().toString('hex')),
    );
    expect(new Set(keys).size).toBe(4);
    const again = await open();
    expect(again.links.keys['A']?.equals(links.keys['A']!)).toBe(true);
  });

  it('of an older release are read, and can be rotated', async () => {
    const [id, links, codes, cookies] = Array.from({ length: 4 }, newKeyText);
    const ids = { current: 'A', keys: { A: id } };
    await write({ ids, links, codes, cookies });
    const watch = new SecretWatch();
    const secrets = await open(watch);
    expect(secrets.links.keys['A']?.export().toString('base64url')).toBe(links);
    expect(secrets.cookies.current).toBe('A');
    const next = { current: 'B', keys: { A: links, B: newKeyText() } };
    await write({ ids, links: next, codes, cookies });
    await watch.look();
    expect(secrets.links.current).toBe('B');
    expect(keysOf(secrets.links)).toHaveLength(2);
    expect(secrets.codes.current).toBe('A');
  });

  it('cannot be used when a set is faulty, which the fault does not repeat', async () => {
    await open();
    const stored = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as object;
    await write({ ...stored, links: 'too-short' });
    const fault: unknown = await open().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as Error).message).toMatch(/^secrets\.json: links: A: a key has to be base64/);
    expect((fault as Error).message).not.toContain('too-short');
  });
});
