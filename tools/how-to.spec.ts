import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Each page, and the most files that its diff may edit. A use case and a query also get a line of the changelog. */
const pages = [
  { page: 'add-a-payment-product', filesMax: 6 },
  { page: 'add-a-query', filesMax: 5 },
  { page: 'add-a-use-case', filesMax: 8 },
  // The wiring only: the page shows its new files as they are.
  { page: 'add-a-service', filesMax: 9 },
];

function diffIn(page: string): string {
  const text = readFileSync(join(root, `docs/how-to/${page}.md`), 'utf8');
  return [...text.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, diff = '']) => diff).join('');
}

/** Why the diff does not apply to this tree; nothing when it applies. */
function faultOf(diff: string): string {
  const check = ['apply', '--check', '--whitespace=nowarn', '-'];
  const { stderr } = spawnSync('git', check, { cwd: root, input: diff, encoding: 'utf8' });
  return stderr;
}

describe('the diffs in docs/how-to', () => {
  it.each(pages)('apply to this tree: $page', ({ page }) => {
    expect(faultOf(diffIn(page))).toBe('');
  });

  it.each(pages)('of $page edit at most $filesMax files', ({ page, filesMax }) => {
    const files = diffIn(page).match(/^diff --git /gm) ?? [];
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(filesMax);
  });

  it('are noticed when they no longer apply', () => {
    const { page } = pages[1] ?? { page: '' };
    expect(
      faultOf(diffIn(page).replace('class GetPayments extends', 'class Gone extends')),
    ).toContain('patch does not apply');
  });

  it('are all in the list', () => {
    const withDiff = globSync('docs/how-to/*.md', { cwd: root })
      .map((path) => path.replace(/^.*\/|\.md$/g, ''))
      .filter((page) => diffIn(page) !== '');
    expect(withDiff.sort()).toEqual(pages.map(({ page }) => page).sort());
  });
});
