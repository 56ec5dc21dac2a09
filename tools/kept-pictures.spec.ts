import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfShown, keptPictures, madeFromFile } from './kept-pictures.ts';

const root = join(import.meta.dirname, '..');
const bytesMax = 300_000;

describe('the pictures of README', () => {
  it('show the templates, styles and texts of now: otherwise run npm run screenshots', () => {
    const { sha256 } = JSON.parse(readFileSync(join(root, madeFromFile), 'utf8')) as {
      readonly sha256: string;
    };
    expect(sha256).toBe(hashOfShown(root));
  });

  it.each(Object.keys(keptPictures))('have %s in README, and keep it small', (picture) => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`](${picture})`);
    expect(statSync(join(root, picture)).size).toBeLessThan(bytesMax);
  });
});
