import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNorwegianAccountNumber } from '../rules/account-numbers.js';
import { MAGIC_ANSWERS, MAGIC_VALUES, magicAnswerOf, magicBehaviourOf } from './magic-values.js';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const page = readFileSync(join(root, 'docs/reference/magic-values.md'), 'utf8');

const all = [...MAGIC_VALUES, ...MAGIC_ANSWERS];

describe('the magic values of the sandbox', () => {
  it('are all on their page, as the code has them', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `9997'));
    const cells = rows.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
    expect(cells).toEqual(all.map(({ bban, behaviour, seen }) => [bban, behaviour, seen]));
  });

  it('are right account numbers of a register number that no bank has, each once', () => {
    const numbers = all.map(({ bban }) => bban);
    expect(
      numbers.filter((one) => !isNorwegianAccountNumber(one) || !one.startsWith('9997')),
    ).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(MAGIC_VALUES)(
    'give $bban its behaviour, and no other account one',
    ({ bban, behaviour }) => {
      expect(magicBehaviourOf(bban)).toBe(behaviour);
      expect(magicBehaviourOf('99991200017')).toBeUndefined();
      expect(magicBehaviourOf(undefined)).toBeUndefined();
    },
  );

  it.each(MAGIC_ANSWERS)(
    'give $bban its answer, and no other account one',
    ({ bban, behaviour }) => {
      expect([magicAnswerOf(bban), magicBehaviourOf(bban)]).toEqual([behaviour, undefined]);
      expect(magicAnswerOf('99970000018')).toBeUndefined();
      expect(magicAnswerOf(undefined)).toBeUndefined();
    },
  );
});
