import { existsSync } from 'node:fs';
import { join } from 'node:path';
import LongestFirst, { longest } from './longest-first.ts';

const root = join(import.meta.dirname, '..');

const sorted = (files: readonly string[]) =>
  new LongestFirst()
    .sort(files.map((path) => ({ path: `/checkout/${path}` })))
    .map(({ path }) => path.replace('/checkout/', ''));

it('begins long specs before all others, in the order of the list', () => {
  const [first = '', second = ''] = longest;
  expect(sorted(['a/a.kafka.int.spec.ts', second, 'a/b.e2e.spec.ts', first])).toEqual([
    first,
    second,
    'a/a.kafka.int.spec.ts',
    'a/b.e2e.spec.ts',
  ]);
});

it('spreads specs with a bank, specs with a database and all others evenly', () => {
  const files = ['a/1.spec.ts', 'a/2.spec.ts', 'a/3.spec.ts', 'a/4.spec.ts', 'a/5.int.spec.ts'];
  const all = [...files, 'a/6.e2e.spec.ts', 'a/7.e2e.spec.ts'];
  expect(sorted(all.toReversed())).toEqual([
    ...['a/1.spec.ts', 'a/5.int.spec.ts', 'a/6.e2e.spec.ts', 'a/2.spec.ts'],
    ...['a/3.spec.ts', 'a/7.e2e.spec.ts', 'a/4.spec.ts'],
  ]);
});

it('names specs that exist, each once', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(new Set(longest).size).toBe(longest.length);
});
