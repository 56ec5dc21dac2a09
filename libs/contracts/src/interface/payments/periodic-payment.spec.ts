import type { Frequency } from '../../base/codes/payment-codes.js';
import {
  dayOfExecutionFaults,
  monthsOfExecutionFaults,
  periodicDateFaults,
} from './periodic-payment.js';

const today = '2030-03-01';

function dateRules(startDate?: string, endDate?: string): string[] {
  const dates = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  return periodicDateFaults(dates, { today, lastExecutionDate: '2031-03-01' }).map(
    ({ code, at, rule }) => {
      expect(code).toBe('EXECUTION_DATE_INVALID');
      return `${at.join('/')} ${rule}`;
    },
  );
}

describe('the dates of a periodic payment', () => {
  it.each([
    ['a start today without end', today, undefined],
    ['a start and end on one day', today, today],
    ['an end after the start', '2030-04-01', '2032-04-01'],
  ])('may be %s', (_what, start, end) => {
    expect(dateRules(start, end)).toEqual([]);
  });

  it.each([
    ['a start yesterday', '2030-02-28', undefined, ['startDate date.past']],
    ['an end the day before', '2030-04-02', '2030-04-01', ['endDate date.endBeforeStart']],
    ['a start that never comes', '2030-04-31', '2030-05-01', ['startDate date.notInCalendar']],
    ['an end that never comes', '2030-04-01', '2030-06-31', ['endDate date.notInCalendar']],
    [
      'both in the past',
      '2030-02-02',
      '2030-02-01',
      ['startDate date.past', 'endDate date.endBeforeStart'],
    ],
  ])('are refused with %s', (_what, start, end, expected) => {
    expect(dateRules(start, end)).toEqual(expected);
  });

  it('are not compared while the start is at fault itself', () => {
    expect(dateRules(undefined, '2029-01-01')).toEqual([]);
  });
});

const dayRules = (frequency: Frequency | undefined, dayOfExecution?: string) =>
  dayOfExecutionFaults({ frequency, dayOfExecution }).map(({ rule }) => rule);

describe('the day of execution', () => {
  it.each(['1', '01', '9', '28', '31'])('may be %s', (day) => {
    expect(dayRules('Monthly', day)).toEqual([]);
  });

  it.each(['0', '00', '32', '99'])('is never %s', (day) => {
    expect(dayRules('Monthly', day)).toEqual(['dayOfExecution.range']);
  });

  it.each(['Daily', 'Weekly', 'EveryTwoWeeks'] as const)('does not go with %s', (frequency) => {
    expect(dayRules(frequency, '1')).toEqual(['dayOfExecution.notWithFrequency']);
    expect(dayRules(frequency)).toEqual([]);
  });

  it.each(['Monthly', 'Quarterly', 'MonthlyVariable'] as const)('goes with %s', (frequency) => {
    expect(dayRules(frequency, '15')).toEqual([]);
  });

  it('is judged by its range while the frequency is at fault itself', () => {
    expect(dayRules(undefined, '32')).toEqual(['dayOfExecution.range']);
  });
});

const december = new Set(['amount-as-string', 'months-of-execution-12']);

function monthRules(
  frequency: Frequency | undefined,
  monthsOfExecution: (number | undefined)[] | undefined,
  fixes: ReadonlySet<string> = new Set(),
): string[] {
  const body = { frequency, monthsOfExecution };
  return monthsOfExecutionFaults(body, fixes).map(({ at, rule }) => `${at.join('/')} ${rule}`);
}

describe('months of execution', () => {
  it('belong to MonthlyVariable', () => {
    expect(monthRules('MonthlyVariable', [1, 11])).toEqual([]);
    expect(monthRules('Monthly', undefined)).toEqual([]);
  });

  it('are required with MonthlyVariable', () => {
    expect(monthRules('MonthlyVariable', undefined)).toEqual([
      'monthsOfExecution monthsOfExecution.required',
    ]);
  });

  it.each(['Daily', 'Monthly', 'Annual'] as const)('are refused with %s', (frequency) => {
    expect(monthRules(frequency, [1])).toEqual([
      'monthsOfExecution monthsOfExecution.notWithFrequency',
    ]);
  });

  it('reach 11 as listed, and 12 with the fix', () => {
    expect(monthRules('MonthlyVariable', [3, 12])).toEqual([
      'monthsOfExecution/1 monthsOfExecution.december',
    ]);
    expect(monthRules('MonthlyVariable', [3, 12], december)).toEqual([]);
  });

  it('have both faults reported', () => {
    expect(monthRules('Weekly', [12])).toHaveLength(2);
  });

  it('are not held against a frequency that is at fault itself', () => {
    expect(monthRules(undefined, [undefined, 2])).toEqual([]);
    expect(monthRules(undefined, undefined)).toEqual([]);
  });
});
