import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heapOptions } from '@nordgate/local/child-program';

const content = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
const { scripts } = JSON.parse(content) as { readonly scripts: Readonly<Record<string, string>> };

/** Scripts whose last step is a program that may run for long. */
const programs = Object.entries(scripts).filter(([, script]) =>
  /&& (?:exec )?node (?:--\S+ )*\S+$/.test(script),
);

describe('an npm script', () => {
  it('is found', () => {
    expect(programs.map(([name]) => name)).toEqual(
      expect.arrayContaining(['start', 'start:kafka', 'demo', 'load', 'chaos']),
    );
  });

  it.each(programs)(
    '%s replaces its shell by the program, which then gets the signal that ends npm',
    (_name, script) => {
      // The last of several steps alone: a shell waits for the others, and they are short.
      expect(script).toMatch(/&& exec node (?:--\S+ )*\S+$|assets\.mjs$|describe\.js$/);
    },
  );
});

describe('the heap of a bank on one machine', () => {
  it('has the same options in npm start as in the tools', () => {
    expect(scripts['start']).toContain(` node ${heapOptions.join(' ')} `);
  });
});
