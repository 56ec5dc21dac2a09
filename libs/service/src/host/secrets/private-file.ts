import { open, rename } from 'node:fs/promises';

/** Writes a file that only its owner may read. After a crash the file is complete or absent. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}
