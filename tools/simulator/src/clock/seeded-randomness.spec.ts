import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const compiled = pathToFileURL(join(import.meta.dirname, '../../dist/clock/seeded-randomness.js'));

/** Draws of a seed by a process, which replaces what its Node draws. Names are those that Nest gives. */
const program = `
  import { randomUUID } from 'node:crypto';
  import { uid } from 'uid';
  import { seedRandomness } from '${compiled.href}';
  const take = (names) => { for (let n = 0; n < names; n += 1) uid(21); };
  const drawn = (seed) => {
    seedRandomness(seed);
    take(600);
    return [uid(21), Math.random(), randomUUID()].join();
  };
  const first = drawn(1);
  take(450);
  console.log(JSON.stringify({ first, again: drawn(1), other: drawn(2) }));
`;

describe('the random numbers of a seed', () => {
  it('are the same after another seed, wherever that has left the names of Nest', () => {
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    const { first, again, other } = JSON.parse(said) as Record<'first' | 'again' | 'other', string>;
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
