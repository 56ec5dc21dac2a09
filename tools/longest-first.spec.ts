import { existsSync } from 'node:fs';
import { join } from 'node:path';
import LongestFirst, { longest } from './longest-first.ts';

const root = join(import.meta.dirname, '..');

it('begins long specs before all others, in the order of the list', () => {
  const [first = '', second = ''] = longest;
  const files = ['a/b.kafka.int.spec.ts', second, 'a/a.kafka.int.spec.ts', first];
  const sorted = new LongestFirst().sort(files.map((path) => ({ path: `/checkout/${path}` })));
  expect(sorted.map(({ path }) => path)).toEqual([
    `/checkout/${first}`,
    `/checkout/${second}`,
    '/checkout/a/a.kafka.int.spec.ts',
    '/checkout/a/b.kafka.int.spec.ts',
  ]);
});

it('names specs that exist', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
