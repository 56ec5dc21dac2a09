// `npm run bruno`: writes the Bruno collection of docs/reference/openapi.json to artifacts/bruno.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brunoCollection } from './collection.mjs';

const root = join(import.meta.dirname, '..', '..');

/** Writes the collection to a folder, which has nothing else afterwards. */
export function writeCollection(folder) {
  const document = JSON.parse(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(brunoCollection(document))) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

if (import.meta.main) {
  writeCollection(join(root, 'artifacts', 'bruno'));
  console.log('artifacts/bruno');
}
