import { executionDateFaults } from './execution-dates.js';

const today = '2030-03-01';
const rules = (date: string | undefined) =>
  executionDateFaults(date, ['requestedExecutionDate'], {
    today,
    lastExecutionDate: '2031-03-01',
  }).map(({ code, rule }) => [code, rule]);

describe('an execution date', () => {
  it.each([undefined, today, '2030-03-02', '2031-03-01'])('may be %s', (date) => {
    expect(rules(date)).toEqual([]);
  });

  it.each([
    ['2030-02-28', 'date.past'],
    ['1999-12-31', 'date.past'],
    ['2030-02-30', 'date.notInCalendar'],
    ['2031-02-29', 'date.notInCalendar'],
    ['2031-03-02', 'date.tooLate'],
  ])('is invalid on %s: %s', (date, rule) => {
    expect(rules(date)).toEqual([['EXECUTION_DATE_INVALID', rule]]);
  });
});
