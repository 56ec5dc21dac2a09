// Copies what tsc leaves behind (SQL, templates, style sheets, pictures, scripts for browsers) from each
// project's `src` to its `dist`, so that built code finds these files beside itself.
import { cpSync, existsSync, globSync, statSync } from 'node:fs';

const assets = globSync('{apps,libs,tools}/*/src/**/*.{sql,eta,css,js,svg}');
let copied = 0;
for (const source of assets) {
  const target = source.replace('/src/', '/dist/');
  const isCurrent = existsSync(target) && statSync(target).mtimeMs >= statSync(source).mtimeMs;
  if (isCurrent) continue;
  cpSync(source, target, { preserveTimestamps: true });
  copied += 1;
}
if (copied > 0) console.log(`copied ${copied} of ${assets.length} assets`);
