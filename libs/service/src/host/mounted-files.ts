import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsFault } from './settings/settings-fault.js';

/** The text of a file that a setting names. Throws SettingsFault when it cannot be read or is empty. */
export async function mountedText(path: string, setting: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsFault(`${setting}: ${path} cannot be read (${error.code ?? error.message})`);
  });
  if (text.trim() === '') throw new SettingsFault(`${setting}: ${path} is empty`);
  return text.trim();
}

/** The PEM files (`*.pem`) of a folder, as texts. Throws when the folder cannot be read. */
export async function pemTextsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pem')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
