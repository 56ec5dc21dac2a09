import { Temporal } from 'temporal-polyfill';
import { dueDays, firstDueDay } from './due-days.js';
import type { PeriodicOrder } from './due-days.js';

/** The first three due days from a day on. */
function dueFrom(order: PeriodicOrder, from: string): string[] {
  const days = dueDays(order, Temporal.PlainDate.from(from));
  return [1, 2, 3].map(() => days.next().value.toString());
}

const startDate = '2030-01-31';

describe('the due days of a periodic payment', () => {
  it.each<readonly [string, PeriodicOrder, string, string[]]>([
    [
      'from a due day on',
      { startDate, frequency: 'Monthly' },
      '2030-02-28',
      ['2030-02-28', '2030-03-31', '2030-04-30'],
    ],
    [
      'from the day after a due day on',
      { startDate, frequency: 'Monthly' },
      '2030-03-01',
      ['2030-03-31', '2030-04-30', '2030-05-31'],
    ],
    [
      'from a day in the month before the due day',
      { startDate, frequency: 'Monthly', dayOfExecution: '15' },
      '2030-04-16',
      ['2030-05-15', '2030-06-15', '2030-07-15'],
    ],
    [
      'with a day of execution after the start',
      { startDate: '2030-01-10', frequency: 'Monthly', dayOfExecution: '15' },
      '2030-01-01',
      ['2030-01-15', '2030-02-15', '2030-03-15'],
    ],
    [
      'from a day before the start',
      { startDate, frequency: 'Quarterly' },
      '2029-01-01',
      ['2030-01-31', '2030-04-30', '2030-07-31'],
    ],
    [
      'from a day years after the start',
      { startDate, frequency: 'Quarterly' },
      '2035-05-01',
      ['2035-07-31', '2035-10-31', '2036-01-31'],
    ],
    [
      'every week from a day years after the start',
      { startDate, frequency: 'Weekly' },
      '2032-03-01',
      ['2032-03-04', '2032-03-11', '2032-03-18'],
    ],
    [
      'every week from a due day on',
      { startDate, frequency: 'Weekly' },
      '2030-02-07',
      ['2030-02-07', '2030-02-14', '2030-02-21'],
    ],
  ])('are right %s', (_what, order, from, expected) => {
    expect(dueFrom(order, from)).toEqual(expected);
  });

  it('begin on the start date, or on the first day of execution after it', () => {
    expect(firstDueDay({ startDate, frequency: 'Monthly' })).toBe(startDate);
    const order = { startDate, frequency: 'Monthly', dayOfExecution: '15' } as const;
    expect(firstDueDay(order)).toBe('2030-02-15');
  });
});
