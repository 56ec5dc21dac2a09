import Holidays from 'date-holidays';
import { Temporal } from 'temporal-polyfill';
import { bankingDayFrom, isBankingDay } from './banking-day.js';
import { easterSunday, isNorwegianHoliday } from './norwegian-holidays.js';

const library = new Holidays('NO', { types: ['public'] });
const years = Array.from({ length: 100 }, (_, index) => 1990 + index);

function daysOf(year: number): Temporal.PlainDate[] {
  const first = new Temporal.PlainDate(year, 1, 1);
  return Array.from({ length: first.daysInYear }, (_, days) => first.add({ days }));
}

describe('the holidays of Norway', () => {
  it('are those of the library date-holidays, in each of 100 years', () => {
    for (const year of years) {
      const ours = daysOf(year).filter(isNorwegianHoliday).map(String);
      const theirs = library
        .getHolidays(year)
        .filter(({ type }) => type === 'public')
        .map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length));
      expect(ours).toEqual([...new Set(theirs)].sort());
    }
  });

  it.each([
    [1961, '1961-04-02'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2038, '2038-04-25'],
  ])('have Easter Sunday of %d on %s', (year, date) => {
    expect(easterSunday(year).toString()).toBe(date);
  });
});

describe('a banking day', () => {
  it.each([
    ['Christmas Eve, which is no holiday by law', '2030-12-24', true],
    ['Christmas Day', '2030-12-25', false],
    ['the day after Christmas Day', '2030-12-26', false],
    ["New Year's Eve, which is no holiday by law", '2030-12-31', true],
    ["New Year's Day", '2031-01-01', false],
    ['the day before Maundy Thursday', '2030-04-17', true],
    ['Maundy Thursday', '2030-04-18', false],
    ['Ascension Day', '2030-05-30', false],
    ['the 17th of May', '2030-05-17', false],
    ['a Saturday', '2030-03-16', false],
    ['a Sunday', '2030-03-17', false],
  ])('on %s: %s %p', (_what, date, expected) => {
    expect(isBankingDay(Temporal.PlainDate.from(date))).toBe(expected);
  });

  it('is never more than five days away', () => {
    const waits = years
      .flatMap(daysOf)
      .map((day) => day.until(bankingDayFrom(day), { largestUnit: 'day' }).days);
    expect(Math.max(...waits)).toBe(5);
  });
});
