import { rowsOf, summary, withFigures } from './figures.js';

const page = `# Page

Before.

| file | mutants | killed | equivalent | survived |
| --- | ---: | ---: | ---: | ---: |
| \`a.ts\` | 10 | 9 | 1 | 0 |
| \`gone.ts\` | 4 | 4 | 0 | 0 |

After.
`;
const row = { mutants: 5, killed: 3, equivalent: 0, survived: 2 };

describe('the figures of the mutation test', () => {
  it('keep the rows of files that were not measured, in the order of the named files', () => {
    const changed = withFigures(page, new Map([['b.ts', row]]), ['b.ts', 'a.ts']);
    expect([...rowsOf(changed)]).toEqual([
      ['b.ts', row],
      ['a.ts', { mutants: 10, killed: 9, equivalent: 1, survived: 0 }],
    ]);
  });

  it('leave the text around the table as it is', () => {
    const changed = withFigures(page, new Map([['a.ts', row]]), ['a.ts']);
    expect(changed.split('|')[0]).toBe('# Page\n\nBefore.\n\n');
    expect(changed.endsWith('|\n\nAfter.\n')).toBe(true);
  });

  it('read rows that a formatter has aligned', () => {
    expect([...rowsOf('| `a.ts`   |       5 |      3 |          0 |        2 |')]).toEqual([
      ['a.ts', row],
    ]);
  });

  it('add up to one line for each group', () => {
    expect(summary('sca', [row, row])).toBe(
      'sca: 10 mutants, 6 killed, 0 equivalent, 4 survived: 60.0 %',
    );
  });
});
