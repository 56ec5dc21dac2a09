import { asEntry, judge, killedPercent } from './judge.js';
import type { Verdict } from './judge.js';
import type { Mutant } from './mutants.js';

const mutant = (over: Partial<Mutant> = {}): Mutant => ({
  id: '1',
  file: 'libs/a/src/limit.ts',
  line: 3,
  lineText: 'return length > 70;',
  kind: 'EqualityOperator',
  original: 'length > 70',
  replacement: 'length >= 70',
  source: '',
  ...over,
});
const verdict = (is: Verdict['is'], over: Partial<Mutant> = {}): Verdict => ({
  is,
  mutant: mutant(over),
});
const entry = { ...asEntry(mutant()), reason: 'no text has 70 characters' };

describe('the judgement of a mutation test', () => {
  it('counts an uncovered mutant as survived and an invalid mutant not at all', () => {
    const { figures, survivors } = judge(
      [verdict('killed'), verdict('uncovered', { line: 4 }), verdict('invalid')],
      [],
      undefined,
    );
    expect([...figures]).toEqual([
      ['libs/a/src/limit.ts', { mutants: 2, killed: 1, equivalent: 0, survived: 1 }],
    ]);
    expect(survivors.map(({ is }) => is)).toEqual(['uncovered']);
  });

  it('excuses a survivor that is listed as equivalent', () => {
    const { figures, survivors, stale } = judge([verdict('survived')], [entry], undefined);
    expect([...figures.values()]).toEqual([{ mutants: 1, killed: 0, equivalent: 1, survived: 0 }]);
    expect({ survivors, stale }).toEqual({ survivors: [], stale: [] });
  });

  it.each<[string, Partial<Mutant>]>([
    ['another file', { file: 'libs/a/src/other.ts' }],
    ['another line', { lineText: 'return length > 70 && !empty;' }],
    ['another place of the line', { original: '70' }],
    ['another change', { replacement: 'true' }],
  ])('does not excuse a survivor in %s', (_, over) => {
    expect(judge([verdict('survived', over)], [entry], undefined).survivors).toHaveLength(1);
  });

  it('reports an entry as stale when its mutant is killed', () => {
    expect(judge([verdict('killed')], [entry], undefined).stale).toEqual([entry]);
  });

  it('reports an entry as stale when its mutant is gone', () => {
    expect(judge([], [entry], new Set([entry.file])).stale).toEqual([entry]);
  });

  it('leaves an entry alone when its file was not measured', () => {
    expect(judge([], [entry], new Set(['libs/a/src/other.ts'])).stale).toEqual([]);
  });

  it('leaves equivalent mutants out of the killed percentage', () => {
    const row = { mutants: 12, killed: 9, equivalent: 2, survived: 1 };
    expect(killedPercent([row])).toBe(90);
  });

  it('gives a file without a mutant the full percentage', () => {
    expect(killedPercent([])).toBe(100);
  });
});
