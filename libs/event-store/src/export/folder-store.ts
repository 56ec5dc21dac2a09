import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ObjectMissingError } from './object-store.js';
import type { ObjectStore } from './object-store.js';

/** Of an object that is being written. */
const unfinished = '.part';

/** Objects as files below a folder, which is made at the first write. */
export class FolderStore implements ObjectStore {
  constructor(private readonly folder: string) {}

  async put(name: string, bytes: Buffer): Promise<void> {
    const file = join(this.folder, name);
    const folder = dirname(file);
    await mkdir(folder, { recursive: true });
    const written = `${file}.${randomUUID()}${unfinished}`;
    try {
      await writeDurably(written, bytes);
      await rename(written, file);
    } catch (error) {
      await rm(written, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }

  async get(name: string): Promise<Buffer> {
    return readFile(join(this.folder, name)).catch((error: unknown) => {
      throw isAbsent(error) ? new ObjectMissingError(name) : error;
    });
  }

  async remove(name: string): Promise<void> {
    const file = join(this.folder, name);
    await rm(file, { force: true });
    await syncFolder(dirname(file)).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
  }

  async list(prefix: string): Promise<readonly string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        if (isAbsent(error)) return [];
        throw error;
      },
    );
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinished))
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .map((path) => path.split(sep).join('/'))
      .filter((name) => name.startsWith(prefix))
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name survives a crash only when its folder is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
