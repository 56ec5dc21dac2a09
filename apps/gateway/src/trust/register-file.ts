import { readFile } from 'node:fs/promises';
import { fileStamp } from './file-stamp.js';
import type { MountedSource } from './kept-reading.js';
import { registerOf } from './tpp-register.js';
import type { TppRegister } from './tpp-register.js';

/** The register of TPPs as a mounted JSON file. */
export function registerFile(path: string): MountedSource<TppRegister> {
  return {
    stamp: () => fileStamp([path]),
    read: async () => registerOf(await readFile(path, 'utf8')),
  };
}
