import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Heads } from './audit-export.js';
import { OperationRefused } from './operations-client.js';

/** The heads in a file; none where it does not exist. Throws OperationRefused for another file. */
export async function headsIn(file: string): Promise<Heads> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new OperationRefused(`${file}: ${(error as Error).message}`, { cause: error });
  }
  const heads = parsed(text);
  if (heads === undefined) throw new OperationRefused(`${file} is no file of heads`);
  return heads;
}

/** Writes the heads whole: a crash leaves the file before, so the next export repeats entries and loses none. */
export async function writeHeads(file: string, heads: Heads): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, `${JSON.stringify(heads, undefined, 2)}\n`);
  await rename(partial, file);
}

function parsed(text: string): Heads | undefined {
  try {
    const heads = JSON.parse(text) as unknown;
    if (typeof heads !== 'object' || heads === null || Array.isArray(heads)) return undefined;
    const isHead = (one: unknown) => {
      const { entry, hash } = (one ?? {}) as { readonly entry?: unknown; readonly hash?: unknown };
      return Number.isInteger(entry) && typeof hash === 'string';
    };
    return Object.values(heads).every(isHead) ? heads : undefined;
  } catch {
    return undefined;
  }
}
