import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXES, OWN_FIXES } from '../codes/accept-fixes.js';
import { defaultFixes, fixedAnswers, fixedRequests } from './accept-fixes.js';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs/reference/accept-fixes.md'),
  'utf8',
);

describe('fixes', () => {
  it('of the specification have its dates', () => {
    const dated = FIXES.filter(({ from }) => from === 'specification').map((fix) => [
      fix.name,
      fix.introduced,
      'defaultSince' in fix ? fix.defaultSince : undefined,
    ]);
    expect(dated).toEqual([
      ['amount-as-string', '2019-11', '2020-08-01'],
      ['cardaccount-switch-originalamount-and-transactionamount', '2020-05', '2024-11-13'],
      ['longer-names', '2020-06', '2024-10-01'],
      ['cash-account-type-iso', '2023-06', '2024-11-13'],
    ]);
  });

  it.each([
    ['2020-07-31', []],
    ['2020-08-01', ['amount-as-string']],
    ['2024-11-12', ['amount-as-string', 'longer-names']],
    [
      '2024-11-13',
      [
        'amount-as-string',
        'cardaccount-switch-originalamount-and-transactionamount',
        'longer-names',
        'cash-account-type-iso',
      ],
    ],
  ])('that are on by default on %s are %p', (today, names) => {
    expect([...defaultFixes(today)]).toEqual(names);
  });

  it("which are ours are on from the bank's date", () => {
    const dates = OWN_FIXES.map((name) => ({ name, defaultSince: '2031-01-01' }));
    expect([...defaultFixes('2030-12-31', dates)]).not.toContain('months-of-execution-12');
    expect([...defaultFixes('2031-01-01', dates)]).toEqual(expect.arrayContaining([...OWN_FIXES]));
  });

  it('of which the bank dates one leave the others as they are', () => {
    const dates = [{ name: 'longer-names', defaultSince: '2031-01-01' }] as const;
    expect([...defaultFixes('2024-11-12', dates)]).toEqual(['amount-as-string']);
    expect([...defaultFixes('2020-08-01', dates)]).toEqual(['amount-as-string']);
  });

  it('change requests and answers in one place each', () => {
    const on = defaultFixes(
      '2031-01-01',
      OWN_FIXES.map((name) => ({ name, defaultSince: '2031-01-01' })),
    );
    expect([fixedRequests(new Set()), fixedAnswers(new Set())]).toEqual([
      { takesDecember: false },
      { showsUnapproved: false, movesDetails: false },
    ]);
    expect([fixedRequests(on), fixedAnswers(on)]).toEqual([
      { takesDecember: true },
      { showsUnapproved: true, movesDetails: true },
    ]);
  });

  it('stand on their page, each with its dates and effect', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const cells = rows.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
    expect(cells).toEqual(
      FIXES.map((fix) => [
        fix.name,
        fix.from,
        fix.changes,
        fix.introduced,
        'defaultSince' in fix ? fix.defaultSince : '–',
        fix.effect,
      ]),
    );
  });
});
