// The last step of `npm run screenshots`: copies the pictures of README, and notes what they show.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hashOfShown, keptPictures, madeFromFile } from './kept-pictures.ts';

for (const [kept, screenshot] of Object.entries(keptPictures)) {
  mkdirSync(dirname(kept), { recursive: true });
  copyFileSync(screenshot, kept);
  console.error(`wrote ${kept}`);
}
writeFileSync(madeFromFile, `${JSON.stringify({ sha256: hashOfShown() }, null, 2)}\n`);
