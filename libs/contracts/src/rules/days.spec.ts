import fc from 'fast-check';
import { dayInOslo, daysLater, isCalendarDate } from './days.js';

describe('the calendar', () => {
  it.each(['2030-01-31', '2028-02-29', '2000-02-29', '2030-12-31', '0001-01-01', '9999-12-31'])(
    'has %s',
    (date) => {
      expect(isCalendarDate(date)).toBe(true);
    },
  );

  it.each([
    '2030-02-29',
    '1900-02-29',
    '2030-04-31',
    '2030-00-10',
    '2030-13-01',
    '2030-01-00',
    '2030-1-1',
    '2030-01-01\n',
    '12030-01-01',
    '',
  ])('has no %j', (date) => {
    expect(isCalendarDate(date)).toBe(false);
  });

  it('has exactly the dates that survive a round trip', () => {
    const parts = fc.tuple(fc.integer({ min: 1000, max: 9999 }), fc.nat(14), fc.nat(33));
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const roundTrip = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
        expect(isCalendarDate(date)).toBe(roundTrip === date);
      }),
    );
  });
});

describe('the day in Oslo', () => {
  it.each([
    ['before midnight in winter', '2030-01-15T22:59:59Z', '2030-01-15'],
    ['from midnight on in winter', '2030-01-15T23:00:00Z', '2030-01-16'],
    ['before midnight in summer', '2030-07-15T21:59:59Z', '2030-07-15'],
    ['from midnight on in summer', '2030-07-15T22:00:00Z', '2030-07-16'],
    ['at the end of a leap year', '2028-12-31T23:00:00Z', '2029-01-01'],
  ])('changes at midnight in Oslo: %s', (_when, at, day) => {
    expect(dayInOslo(new Date(at))).toBe(day);
  });
});

describe('the date some days later', () => {
  it.each([
    ['2030-01-31', 1, '2030-02-01'],
    ['2028-02-28', 2, '2028-03-01'],
    ['2030-12-31', 31, '2031-01-31'],
    ['2030-03-01', -1, '2030-02-28'],
    ['2030-03-01', 0, '2030-03-01'],
  ])('after %s is, for %s days, %s', (date, days, later) => {
    expect(daysLater(date, days)).toBe(later);
  });
});
