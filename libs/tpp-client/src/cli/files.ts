import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageFault } from './exit-codes.js';

/** The octets of a file that an option names. Throws UsageFault. */
export async function fileOf(path: string, option: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageFault(`${option}: ${path} cannot be read (${error.code ?? error.message})`);
  });
}

/** The same as text. */
export async function textOf(path: string, option: string): Promise<string> {
  return (await fileOf(path, option)).toString('utf8');
}

/** The certificates of a folder: its `*.pem`, but no keys. Throws UsageFault. */
export async function certificatesIn(folder: string, option: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UsageFault(`${option}: ${folder} cannot be read (${error.code ?? error.message})`);
  });
  const paths = names.filter((one) => one.endsWith('.pem') && !one.endsWith('.key.pem')).sort();
  if (paths.length === 0) throw new UsageFault(`${option}: there is no *.pem in ${folder}`);
  return Promise.all(paths.map((name) => textOf(join(folder, name), option)));
}

/** A file of the sandbox that `npm start` makes; undefined when it is not there. */
export function sandboxFile(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? path : undefined;
}
