import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './faults.js';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/reference/nothing-lost.md'), 'utf8');
const [, section = ''] = page.split('### Scenarios, and what shows them');
const rows = section
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => /^\| +\d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const named = rows.flatMap(([, number, , shownBy = '']) =>
  [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ number, name })),
);

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const faultNames = new Set(faults.map(({ name }) => name));

/** Titles in sources may be on several lines. */
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

function exists(name: string): boolean {
  const [file = '', title] = name.split(' › ');
  if (title !== undefined) {
    const path = join(root, file);
    return existsSync(path) && onOneLine(readFileSync(path, 'utf8')).includes(`'${title}'`);
  }
  const script = /^npm run ([\w:]+)$/.exec(name)?.[1];
  return script === undefined ? faultNames.has(name) : script in scripts;
}

describe('the table of scenarios of docs/reference/nothing-lost.md', () => {
  it('has forty-two rows, each with what shows it or what is open', () => {
    expect(rows.map(([, number]) => number)).toEqual(
      Array.from({ length: 42 }, (_row, i) => String(i + 1)),
    );
    const empty = rows.filter(([, , , shownBy, open]) => shownBy === 'nothing' && open === '');
    expect(empty).toEqual([]);
  });

  it('names faults, tests and commands that exist', () => {
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ name }) => !exists(name))).toEqual([]);
  });

  it('names every fault of chaos', () => {
    const names = new Set(named.map(({ name }) => name));
    expect([...faultNames].filter((name) => !names.has(name))).toEqual([]);
  });
});
