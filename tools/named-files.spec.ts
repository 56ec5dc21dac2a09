import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const names = new Set(files.map((path) => basename(path)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** A TypeScript file in backticks; `.queries.ts` alone is a kind of files. */
const named = /`(?:[\w./-]+\/)?([\w-][\w.-]*\.ts)`/gu;
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu;

function unknownNames(text: string): string[] {
  return [...text.matchAll(named)].flatMap(([, name = '']) => (names.has(name) ? [] : [name]));
}

describe('a source file that is named', () => {
  const guides = files.filter(
    (path) => path === 'CONTRIBUTING.md' || /^(?:apps|libs|tools)\/.*\.md$/.test(path),
  );
  const sources = files.filter((path) => /^(?:apps|libs|tools)\/.*\.ts$/.test(path));

  it.each(guides)('exists, in %s', (path) => {
    expect(unknownNames(textOf(path))).toEqual([]);
  });

  it('exists, in the comments of the code', () => {
    const found = sources.flatMap((path) =>
      (textOf(path).match(comment) ?? []).flatMap((text) =>
        unknownNames(text).map((name) => `${path}: ${name}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
