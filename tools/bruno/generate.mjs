// Writes the Bruno collection of docs/reference/openapi.json to docs/bruno (part of `npm run describe`).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brunoCollection } from './collection.mjs';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'bruno');
const document = JSON.parse(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
for (const [path, content] of Object.entries(brunoCollection(document))) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
console.log(folder);
