import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayMount, SmallDisk } from './small-disk.js';

const bytes = 8 * 1024 * 1024;

describe('a small disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-disk-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is full until it is given its size again, where this process may mount it', async () => {
    if (!mayMount()) return expect(SmallDisk.mount(folder, bytes)).rejects.toThrow('only root');
    const disk = await SmallDisk.mount(folder, bytes);
    const write = (name: string) => writeFileSync(join(folder, name), Buffer.alloc(1024 * 1024));
    try {
      write('before');
      await disk.fill();
      expect(() => write('meanwhile')).toThrow(/ENOSPC/);
      await disk.empty();
      expect(() => write('later')).not.toThrow();
    } finally {
      await disk.unmount();
    }
  });
});
