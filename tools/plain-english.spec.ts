import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const checked = ['apps', 'libs', 'tools', 'docs'];

/** Words that a plain sentence does not need, each with its replacement. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bheed(s|ed|ing|less)?\b/i, 'respect, handle'],
  [/\banew\b/i, 'again, new'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair'],
  [/\bwho(ever|soever|mever)\b/i, 'the noun: the caller, the TPP, any user'],
  [/\bfor ever\b/i, 'always, never ends'],
  [/\bshall\b/i, 'must, has to, the present tense'],
  [/\b(there|here|where)(of|by|upon|with|after)\b/i, 'of it, by this, then'],
  [/\b(come|came|comes) to be\b/i, 'become, happen'],
  [/\bof (its|his|her|their|our|one's|one’s) own\b/i, 'own, separate'],
  [/\bbe it\b|\bfor want of\b|\bsave for\b|\bbut for\b/i, 'or, without, except for'],
  [/\bput aside\b/i, 'parked'],
];

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...checked], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((path) => /\.(ts|mjs|md)$/.test(path) && existsSync(join(root, path)))
  .filter((path) => path !== 'tools/plain-english.spec.ts');

const testName = /(?:\b(?:describe|it)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const comment = /^\s*(\/\*\*?|\*|\/\/)/;

/** The prose of a file by line: a page as a whole, of code the comments and the names of its tests. */
function proseOf(path: string): (readonly [line: number, text: string])[] {
  const text = readFileSync(join(root, path), 'utf8');
  const lines = text.split('\n').map((line, i) => [i + 1, line] as const);
  if (path.endsWith('.md')) return lines;
  const comments = lines.filter(([, line]) => comment.test(line));
  if (!path.endsWith('.spec.ts')) return comments;
  const names = [...text.matchAll(testName)].map(
    (match) => [text.slice(0, match.index).split('\n').length, match[2] ?? ''] as const,
  );
  return [...comments, ...names];
}

it('finds prose to check', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(proseOf).length).toBeGreaterThan(1000);
});

it('comments, test names and pages use plain words', () => {
  const found = files.flatMap((path) =>
    proseOf(path).flatMap(([line, text]) =>
      words
        .filter(([word]) => word.test(text))
        .map(([word, instead]) => `${path}:${String(line)} "${word.exec(text)?.[0]}": ${instead}`),
    ),
  );
  expect(found).toEqual([]);
});
