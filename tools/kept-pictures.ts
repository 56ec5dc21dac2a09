// The pictures of README, and the templates and styles that they show.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/** Each picture of README with the screenshot that it is a copy of. */
export const keptPictures = {
  'docs/pictures/approval.png': 'artifacts/screenshots/en/approval-of-payment-phone-light.png',
  'docs/pictures/console.png': 'artifacts/console-requests-desk.png',
};

/** Has the hash of what the pictures show. */
export const madeFromFile = 'docs/pictures/made-from.json';

const shown = [
  'apps/sca/src/site/**/*.{eta,css}',
  'apps/sca/src/site/language/en/*.ts',
  'apps/accounts/src/sandbox/console/**/*.{eta,css}',
];

/** The SHA-256 of every template, style and English text of the site and the console, as they are now. */
export function hashOfShown(root = '.'): string {
  const hash = createHash('sha256');
  for (const file of globSync(shown, { cwd: root }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(`${root}/${file}`));
  }
  return hash.digest('hex');
}
