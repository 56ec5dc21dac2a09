import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.js';
import { newKeyText } from './key-text.js';
import { keyFiles, keySetFiles } from './secrets-folder.js';
import type { KeySetFile } from './secrets-folder.js';

/**
 * Makes a folder of secrets that only its owner may read. Files that are there stay: ids and links
 * that were handed out depend on them.
 */
export async function makeSecrets(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of keyFiles) await make(join(folder, file), newKeyText);
  for (const file of keySetFiles) await make(join(folder, file), newKeySet);
}

/** Makes one set of keys in such a folder, unless it is there. */
export async function makeKeySet(folder: string, file: KeySetFile): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await make(join(folder, file), newKeySet);
}

async function make(path: string, content: () => string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) await writePrivateFile(path, `${content()}\n`);
}

/** The name of an id key becomes the first letter of the ids that it makes. */
function newKeySet(): string {
  return JSON.stringify({ current: 'A', keys: { A: newKeyText() } }, null, 2);
}
