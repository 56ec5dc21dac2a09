import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doors, memories } from './testing/tpp-doors.js';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The tables of all services with a column for a TPP. */
const tables = globSync('{apps/*,libs/service}/src/**/*.migration.ts', { cwd: root }).flatMap(
  (path) =>
    [...read(path).matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+) \(([^;`]*)/gu)]
      .filter(([, , columns = '']) => /^\s*tpp(?:_id)? text/mu.test(columns))
      .map(([, name = '']) => `table ${name}`),
);

/** The streams whose id has a TPP. */
const streams = read('libs/contracts/src/base/rules/streams.ts')
  .split('\n')
  .filter((line) => /\[(?:[^\]]*\b)?(?:tpp: string|of: 'payment' \| 'tpp')/u.test(line))
  .map((line) => `stream ${/'([a-z-]+)'>?/u.exec(line)?.[1] ?? line}`);

describe('what remembers a TPP', () => {
  it('is in the table of doors, each with the door by which it is used', () => {
    expect([...tables, ...streams].sort()).toEqual(Object.keys(memories).sort());
  });

  it('has a door that the matrix of ended TPPs tries, or a reason why it has none', () => {
    for (const door of Object.values(memories)) {
      if (typeof door === 'string') expect(Object.keys(doors)).toContain(door);
      else expect(door.none).not.toBe('');
    }
  });
});
