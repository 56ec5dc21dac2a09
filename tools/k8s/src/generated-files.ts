import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { migrationJobs } from './migrations.js';
import { fileOf } from './objects.js';
import { root } from './sources.js';

/** The files below deploy/k8s that follow from the code, by path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    [
      'deploy/k8s/base/migrations.yaml',
      fileOf('The migrations of each service (docs/operations/upgrade.md).', migrationJobs()),
    ],
  ]);
}

/** Writes the generated files. Returns their paths. */
export function writeGenerated(): readonly string[] {
  const files = generatedFiles();
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...files.keys()];
}
