// Part of `npm run describe`: writes the golden file of each event type that has none. Goldens that exist
// stay as they are: a stored event never changes.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeMissingGoldens } from '@nordgate/decider/testing';

const root = join(import.meta.dirname, '..');

for (const path of globSync('{apps/*,libs/service}/dist/testing/goldens.js', { cwd: root })) {
  const { goldens } = await import(pathToFileURL(join(root, path)).href);
  for (const written of writeMissingGoldens(goldens)) process.stdout.write(`${written}\n`);
}
