import fc from 'fast-check';
import {
  dayInOslo,
  daysLater,
  endOfDay,
  isCalendarDate,
  lastDayBefore,
  monthsLater,
  startOfDay,
} from './days.js';

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

  it.each([
    ['2030-01-31', 1, '2030-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2030-03-31', 1, '2030-04-30'],
    ['2030-12-15', 1, '2031-01-15'],
    ['2030-11-30', 14, '2032-01-30'],
    ['2028-02-29', 72, '2034-02-28'],
    ['2030-05-05', 0, '2030-05-05'],
  ])('from %s counts %i months to %s', (date, months, later) => {
    expect(monthsLater(date, months)).toBe(later);
  });
});

describe('a day in Oslo', () => {
  it.each([
    ['in winter', '2030-01-15', '2030-01-14T23:00:00.000Z', 24],
    ['in summer', '2030-07-15', '2030-07-14T22:00:00.000Z', 24],
    ['when the clocks go forward', '2030-03-31', '2030-03-30T23:00:00.000Z', 23],
    ['when the clocks go back', '2030-10-27', '2030-10-26T22:00:00.000Z', 25],
    ['on the last day of a year', '2030-12-31', '2030-12-30T23:00:00.000Z', 24],
  ])('begins at midnight and ends at the next midnight %s', (_when, day, start, hours) => {
    expect(startOfDay(day)).toBe(start);
    expect(Date.parse(endOfDay(day)) - Date.parse(start)).toBe(hours * 3_600_000);
  });

  it('is the day of each of its instants, and of no other', () => {
    const days = fc.date({
      min: new Date('2000-01-01T12:00:00Z'),
      max: new Date('2099-12-31T12:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (at) => {
        const day = dayInOslo(at);
        const [start, end] = [Date.parse(startOfDay(day)), Date.parse(endOfDay(day))];
        expect(start).toBeLessThanOrEqual(at.getTime());
        expect(end).toBeGreaterThan(at.getTime());
        expect(dayInOslo(new Date(start - 1))).toBe(daysLater(day, -1));
        expect(lastDayBefore(endOfDay(day))).toBe(day);
      }),
    );
  });
});
