import type { Frequency } from '../../codes/frequencies.js';
import { monthsOfExecutionFindings } from './months-of-execution.js';

const december = new Set(['amount-as-string', 'months-of-execution-12']);

function rules(
  frequency: Frequency | undefined,
  monthsOfExecution: (number | undefined)[] | undefined,
  fixes: ReadonlySet<string> = new Set(),
): string[] {
  const body = { frequency, monthsOfExecution };
  return monthsOfExecutionFindings(body, fixes).map(({ at, rule }) => `${at.join('/')} ${rule}`);
}

describe('months of execution', () => {
  it('belong to MonthlyVariable', () => {
    expect(rules('MonthlyVariable', [1, 11])).toEqual([]);
    expect(rules('Monthly', undefined)).toEqual([]);
  });

  it('are required with MonthlyVariable', () => {
    expect(rules('MonthlyVariable', undefined)).toEqual([
      'monthsOfExecution monthsOfExecution.required',
    ]);
  });

  it.each(['Daily', 'Monthly', 'Annual'] as const)('are refused with %s', (frequency) => {
    expect(rules(frequency, [1])).toEqual(['monthsOfExecution monthsOfExecution.notWithFrequency']);
  });

  it('reach 11 as listed, and 12 with the fix', () => {
    expect(rules('MonthlyVariable', [3, 12])).toEqual([
      'monthsOfExecution/1 monthsOfExecution.december',
    ]);
    expect(rules('MonthlyVariable', [3, 12], december)).toEqual([]);
  });

  it('have both faults reported', () => {
    expect(rules('Weekly', [12])).toHaveLength(2);
  });

  it('are not held against a frequency that is at fault itself', () => {
    expect(rules(undefined, [undefined, 2])).toEqual([]);
    expect(rules(undefined, undefined)).toEqual([]);
  });
});
