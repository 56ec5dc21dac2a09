import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Workload } from './manifests.js';

/** The contents of Secrets and ConfigMaps: by source, then by key. The manifests only name them. */
export type Contents = (source: string, key: string) => string | undefined;

/** The keys of a source that is mounted whole. */
export type KeysOf = (source: string) => readonly string[];

/**
 * Writes the files that a pod mounts below `root`.
 *
 * @throws Error for a file whose content nobody has, unless the pod starts without it
 */
export function writeMounts(
  root: string,
  { app, mounts }: Pick<Workload, 'app' | 'mounts'>,
  contents: Contents,
  keysOf: KeysOf,
): void {
  for (const { path, files } of mounts) {
    mkdirSync(join(root, path), { recursive: true });
    for (const { source, key, path: file = key, isOptional = false } of files) {
      const keys = key === undefined ? keysOf(source) : [key];
      for (const one of keys) {
        const text = contents(source, one);
        if (text === undefined && isOptional) continue;
        if (text === undefined) throw new Error(`${app}: nobody has ${one} of ${source}`);
        const target = join(root, path, file ?? one);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text, { mode: 0o600 });
      }
    }
  }
}
