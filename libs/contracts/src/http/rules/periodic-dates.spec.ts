import { periodicDateFindings } from './periodic-dates.js';

const today = '2030-03-01';

function rules(startDate?: string, endDate?: string): string[] {
  const dates = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  return periodicDateFindings(dates, today).map(({ code, at, rule }) => {
    expect(code).toBe('EXECUTION_DATE_INVALID');
    return `${at.join('/')} ${rule}`;
  });
}

describe('the dates of a periodic payment', () => {
  it.each([
    ['a start today without end', today, undefined],
    ['a start and end on one day', today, today],
    ['an end after the start', '2030-04-01', '2032-04-01'],
  ])('may be %s', (_what, start, end) => {
    expect(rules(start, end)).toEqual([]);
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
    expect(rules(start, end)).toEqual(expected);
  });

  it('are not compared while the start is at fault itself', () => {
    expect(rules(undefined, '2029-01-01')).toEqual([]);
  });
});
