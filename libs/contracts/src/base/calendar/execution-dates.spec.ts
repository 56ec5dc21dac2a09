import type { PeriodicOrder } from './due-days.js';
import { executionDates, nextExecutionDates } from './execution-dates.js';

interface Case extends PeriodicOrder {
  readonly what: string;
  /** Default: the start. */
  readonly from?: string;
  readonly expected: readonly string[];
}

/** 2030-03-01 is a Friday; Easter Sunday of 2030 is 21 April. */
const cases: readonly Case[] = [
  {
    what: 'each banking day where it is due daily',
    ...{ frequency: 'Daily', startDate: '2030-04-16' },
    expected: ['2030-04-16', '2030-04-17', '2030-04-23', '2030-04-24'],
  },
  {
    what: 'on the same day of each week',
    ...{ frequency: 'Weekly', startDate: '2030-03-05' },
    expected: ['2030-03-05', '2030-03-12', '2030-03-19', '2030-03-26'],
  },
  {
    what: 'every two weeks from startDate on',
    ...{ frequency: 'EveryTwoWeeks', startDate: '2030-03-05', from: '2030-03-06' },
    expected: ['2030-03-19', '2030-04-02', '2030-04-16', '2030-04-30'],
  },
  {
    what: 'every two weeks from the first dayOfExecution on',
    ...{ frequency: 'EveryTwoWeeks', startDate: '2030-03-05', dayOfExecution: '12' },
    expected: ['2030-03-12', '2030-03-26', '2030-04-09', '2030-04-23'],
  },
  {
    what: 'on the last day of a month that has no 31st',
    ...{ frequency: 'Monthly', startDate: '2030-01-31', executionRule: 'preceeding' },
    expected: ['2030-01-31', '2030-02-28', '2030-03-29', '2030-04-30'],
  },
  {
    what: 'on the 29th of February of a leap year, and on the 28th of others',
    ...{ frequency: 'Annual', startDate: '2028-02-29' },
    expected: ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28'],
  },
  {
    what: 'on the 29th of February again after four years',
    ...{ frequency: 'Annual', startDate: '2028-02-29', from: '2031-03-01' },
    expected: ['2032-03-01', '2033-02-28', '2034-02-28', '2035-02-28'],
  },
  {
    what: 'every two months from the first dayOfExecution on',
    ...{ frequency: 'EveryTwoMonths', startDate: '2030-03-02', dayOfExecution: '1' },
    expected: ['2030-04-01', '2030-06-03', '2030-08-01', '2030-10-01'],
  },
  {
    what: 'quarterly',
    ...{ frequency: 'Quarterly', startDate: '2030-01-15' },
    expected: ['2030-01-15', '2030-04-15', '2030-07-15', '2030-10-15'],
  },
  {
    what: 'twice a year',
    ...{ frequency: 'SemiAnnual', startDate: '2030-01-15' },
    expected: ['2030-01-15', '2030-07-15', '2031-01-15', '2031-07-15'],
  },
  {
    what: 'in the months that are listed',
    ...{ frequency: 'MonthlyVariable', startDate: '2030-03-01', dayOfExecution: '15' },
    ...{ monthsOfExecution: [12, 1, 5] },
    expected: ['2030-05-15', '2030-12-16', '2031-01-15', '2031-05-15'],
  },
  {
    what: 'on Christmas Eve, which is a banking day',
    ...{ frequency: 'Annual', startDate: '2030-12-24', endDate: '2030-12-24' },
    expected: ['2030-12-24'],
  },
  {
    what: 'after Christmas where Christmas Day is due',
    ...{ frequency: 'Annual', startDate: '2030-12-20', dayOfExecution: '25' },
    ...{ endDate: '2030-12-31', executionRule: 'following' },
    expected: ['2030-12-27'],
  },
  {
    what: "before New Year's Day where that is due",
    ...{ frequency: 'Annual', startDate: '2030-12-20', dayOfExecution: '1' },
    ...{ endDate: '2031-12-01', executionRule: 'preceeding' },
    expected: ['2030-12-31'],
  },
  {
    what: "on New Year's Eve, which is a banking day",
    ...{ frequency: 'Annual', startDate: '2030-12-31', endDate: '2031-01-31' },
    expected: ['2030-12-31'],
  },
  {
    what: 'after a startDate that preceeding would move before it',
    ...{ frequency: 'Weekly', startDate: '2030-03-02', executionRule: 'preceeding' },
    expected: ['2030-03-04', '2030-03-08', '2030-03-15', '2030-03-22'],
  },
  {
    what: 'on endDate where that is due',
    ...{ frequency: 'Weekly', startDate: '2030-03-05', endDate: '2030-03-12' },
    expected: ['2030-03-05', '2030-03-12'],
  },
  {
    what: 'not on the day after endDate',
    ...{ frequency: 'Weekly', startDate: '2030-03-05', endDate: '2030-03-11' },
    expected: ['2030-03-05'],
  },
  {
    what: 'after endDate where following moves a day of the order past it',
    ...{ frequency: 'Weekly', startDate: '2030-03-02', endDate: '2030-03-09' },
    expected: ['2030-03-04', '2030-03-11'],
  },
  {
    what: 'once after an order without a banking day',
    ...{ frequency: 'Daily', startDate: '2030-03-02', endDate: '2030-03-03' },
    expected: ['2030-03-04'],
  },
  {
    what: 'never in an order that ends before its first due day',
    ...{ frequency: 'Monthly', startDate: '2030-03-02', endDate: '2030-03-30' },
    ...{ dayOfExecution: '31' },
    expected: [],
  },
  {
    what: 'from a day on to which a due day before it has moved',
    ...{ frequency: 'Monthly', startDate: '2030-01-18', from: '2030-04-21' },
    expected: ['2030-04-23', '2030-05-20', '2030-06-18', '2030-07-18'],
  },
  {
    what: 'until the last day that bodies can name',
    ...{ frequency: 'Monthly', startDate: '9999-10-29' },
    expected: ['9999-10-29', '9999-11-29', '9999-12-29'],
  },
];

describe('a periodic payment is executed', () => {
  it.each(cases)('$what', ({ what: _what, expected, from, ...order }) => {
    expect(nextExecutionDates(order, from ?? order.startDate, 4)).toEqual(expected);
  });

  it('without end if there is no endDate, computed only as far as requested', () => {
    const dates = executionDates({ frequency: 'Daily', startDate: '2030-03-01' }, '2090-01-01');
    expect(dates.next().value).toBe('2090-01-02');
  });
});
