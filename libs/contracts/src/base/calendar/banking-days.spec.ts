import Holidays from 'date-holidays';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  bankingDayFrom,
  bankingDayNear,
  easterSunday,
  isBankingDay,
  isNorwegianHoliday,
} from './banking-days.js';
import { executionDay } from './execution-dates.js';

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

describe('the day on which an order counts as received', () => {
  it.each([
    ['before the cut-off it is the same day', '2026-11-20T12:59:59.999Z', '2026-11-20'],
    ['at the cut-off it is the next banking day', '2026-11-19T13:00:00Z', '2026-11-20'],
    ['after it on a Friday it is Monday', '2026-11-20T13:00:00Z', '2026-11-23'],
    ['on a Saturday it is Monday', '2026-11-21T08:00:00Z', '2026-11-23'],
    ['in summer the clock is one hour ahead', '2026-06-17T12:00:00Z', '2026-06-18'],
    ['after midnight in Oslo it is the new day', '2026-11-18T23:30:00Z', '2026-11-19'],
    ['before Easter it is the Tuesday after', '2026-04-01T15:00:00Z', '2026-04-07'],
    ['on Christmas Day it is the next banking day', '2026-12-25T08:00:00Z', '2026-12-28'],
  ])('%s', (_what, at, day) => {
    expect(executionDay({ acceptedAt: at, cutOff: '14:00' })).toBe(day);
  });

  it('is a banking day, never before the order and never later for an earlier one', () => {
    const moment = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, fc.nat(7 * 86_400_000), (first, more) => {
        const later = new Date(first.getTime() + more);
        const [a, b] = [first, later].map((one) =>
          executionDay({ acceptedAt: one.toISOString(), cutOff: '14:00' }),
        );
        expect(isBankingDay(Temporal.PlainDate.from(a!))).toBe(true);
        expect(b! >= a!).toBe(true);
        const came = Temporal.Instant.from(first.toISOString()).toZonedDateTimeISO('Europe/Oslo');
        expect(a! >= came.toPlainDate().toString()).toBe(true);
      }),
    );
  });
});

describe('the banking day near a date', () => {
  it.each([
    ['2026-05-14', 'following', '2026-05-15'],
    ['2026-05-16', 'following', '2026-05-18'],
    ['2026-05-17', 'preceding', '2026-05-15'],
    ['2026-05-15', 'preceding', '2026-05-15'],
  ] as const)('of %s is, %s, %s', (date, direction, near) => {
    expect(bankingDayNear(date, direction)).toBe(near);
  });
});
