import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectStoreContract } from '../testing/object-store-contract.js';
import { FolderStore } from './folder-store.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-objects-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a folder as object store', () => {
  objectStoreContract(() => Promise.resolve(new FolderStore(join(folder, 'not', 'made'))));

  it('leaves out a file that a kill left unfinished', async () => {
    const store = new FolderStore(folder);
    await store.put('sca/one', Buffer.from('whole'));
    await writeFile(join(folder, 'sca', 'two.4f1c.part'), 'ha');
    expect(await store.list('')).toEqual(['sca/one']);
  });

  it('leaves no file behind when a write fails', async () => {
    const store = new FolderStore(folder);
    await store.put('sca/one/below', Buffer.from('x'));
    await expect(store.put('sca/one', Buffer.from('a folder has this name'))).rejects.toThrow();
    expect(await readdir(join(folder, 'sca'))).toEqual(['one']);
  });
});
