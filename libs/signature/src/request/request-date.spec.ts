import { parseHttpDate, checkDate } from './http-date.js';

/** A clock on a day of two digits and one on a day of one digit. */
const clocks = ['2026-11-25T22:10:00.999Z', '2026-11-04T10:00:00.000Z'].map((at) => new Date(at));

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The same instant in a zone: its parts are those of the local clock. */
function local(time: Date, offsetMinutes: number) {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = new Date(
    time.getTime() + offsetMinutes * 60_000,
  )
    .toUTCString()
    .split(/,? /);
  return { weekday, day, month, year, clock, digit: String(Number(day)) };
}

/** Java's RFC_1123_DATE_TIME. */
const javaDate = (time: Date, offsetMinutes: number, zone: string) => {
  const { weekday, digit, month, year, clock } = local(time, offsetMinutes);
  return `${weekday}, ${digit} ${month} ${year} ${clock} ${zone}`;
};

const forms: readonly (readonly [form: string, write: (time: Date) => string])[] = [
  ['IMF-fixdate', (time) => time.toUTCString()],
  ['a day of one digit where it has one', (time) => javaDate(time, 0, 'GMT')],
  ['the zone +0100', (time) => javaDate(time, 60, '+0100')],
  ['the zone -0330', (time) => javaDate(time, -210, '-0330')],
  ['the zone +1400, which is on the next day', (time) => javaDate(time, 840, '+1400')],
  ['the zone +0000', (time) => javaDate(time, 0, '+0000')],
  [
    'RFC 850',
    (time) => {
      const { day, month, year, clock } = local(time, 0);
      return `${weekdays[time.getUTCDay()]!}, ${day}-${month}-${year.slice(2)} ${clock} GMT`;
    },
  ],
  [
    'asctime',
    (time) => {
      const { weekday, digit, month, year, clock } = local(time, 0);
      return `${weekday} ${month} ${digit.padStart(2)} ${clock} ${year}`;
    },
  ],
];

const at = (offsets: readonly number[]) =>
  forms.flatMap(([form, write]) => offsets.map((offset) => [form, offset, write] as const));
const headerAt = (now: Date, seconds: number, write: (time: Date) => string) =>
  write(new Date(Math.floor(now.getTime() / 1000) * 1000 + seconds * 1000));

describe('the Date header in each form', () => {
  it.each(at([0, 1, 60, -1, -60]))(
    '%s: is accepted %d seconds off the clock',
    (_, offset, write) => {
      for (const now of clocks) {
        expect(checkDate(headerAt(now, offset, write), now)).toBeUndefined();
      }
    },
  );

  it.each(at([61, -61, 3600, -86400]))(
    '%s: is refused %d seconds off the clock',
    (_, offset, write) => {
      for (const now of clocks) {
        expect(checkDate(headerAt(now, offset, write), now)).toMatchObject({
          refused: 'BAD_REQUEST',
          reason: 'date-off',
          path: 'Date',
        });
      }
    },
  );
});

describe('the Date header', () => {
  const now = clocks[0]!;

  it.each([
    ['ISO 8601', '2026-11-25T22:10:00Z'],
    ['UTC for GMT', 'Wed, 25 Nov 2026 22:10:00 UTC'],
    ['Z for GMT', 'Wed, 25 Nov 2026 22:10:00 Z'],
    ['a named zone', 'Wed, 25 Nov 2026 23:10:00 CET'],
    ['a zone with a colon', 'Wed, 25 Nov 2026 23:10:00 +01:00'],
    ['a zone of 24 hours', 'Thu, 26 Nov 2026 22:10:00 +2400'],
    ['a zone of 60 minutes', 'Wed, 25 Nov 2026 23:10:00 +0060'],
    ['GMT with a zone', 'Wed, 25 Nov 2026 23:10:00 GMT+0100'],
    ['no zone', 'Wed, 25 Nov 2026 22:10:00'],
    ['a wrong weekday', 'Mon, 25 Nov 2026 22:10:00 GMT'],
    [
      'the weekday in GMT of a day that is another one in its zone',
      'Wed, 26 Nov 2026 00:10:00 +0200',
    ],
    ['a wrong weekday in the RFC 850 form', 'Monday, 25-Nov-26 22:10:00 GMT'],
    ['a short weekday in the RFC 850 form', 'Wed, 25-Nov-26 22:10:00 GMT'],
    ['a numeric zone in the RFC 850 form', 'Wednesday, 25-Nov-26 23:10:00 +0100'],
    ['a year of four digits in the RFC 850 form', 'Wednesday, 25-Nov-2026 22:10:00 GMT'],
    ['a wrong weekday in the asctime form', 'Mon Nov 25 22:10:00 2026'],
    ['a zone in the asctime form', 'Wed Nov 25 22:10:00 2026 GMT'],
    ['the form of JavaScript', 'Wed Nov 25 2026 22:10:00 GMT+0000'],
    ['no weekday', '25 Nov 2026 22:10:00 GMT'],
    ['a day that does not exist', 'Tue, 31 Feb 2026 10:15:30 GMT'],
    ['the day 0', 'Sat, 00 Nov 2026 10:15:30 GMT'],
    ['a year of two digits', 'Wed, 25 Nov 26 22:10:00 GMT'],
    ['a year below 100', 'Wed, 25 Nov 0026 22:10:00 GMT'],
    ['a year of five digits', 'Sat, 01 Jan 10000 00:00:00 GMT'],
    ['lower case', 'wed, 25 nov 2026 22:10:00 gmt'],
    ['another language', 'ons, 25 nov 2026 22:10:00 GMT'],
    ['a full month', 'Wed, 25 November 2026 22:10:00 GMT'],
    ['a comment behind it', 'Wed, 25 Nov 2026 22:10:00 GMT (x)'],
    ['hour 24', 'Wed, 25 Nov 2026 24:00:00 GMT'],
    ['minute 60', 'Wed, 25 Nov 2026 22:60:00 GMT'],
    ['no seconds', 'Wed, 25 Nov 2026 22:10 GMT'],
    ['parts of a second', 'Wed, 25 Nov 2026 22:10:00.5 GMT'],
    ['an hour of one digit', 'Wed, 25 Nov 2026 2:10:00 GMT'],
    ['second 61', 'Thu, 31 Dec 2026 23:59:61 GMT'],
    ['a leap second in the middle of a day', 'Wed, 25 Nov 2026 22:10:60 GMT'],
    ['two spaces', 'Wed,  25 Nov 2026 22:10:00 GMT'],
    ['seconds since 1970', '1795644600'],
    ['digits of another script', 'Wed, ٢٥ Nov 2026 22:10:00 GMT'],
    ['nothing', ''],
  ])('is malformed as %s', (_, text) => {
    expect(checkDate(text, now)).toMatchObject({
      refused: 'FORMAT_ERROR',
      reason: 'date-malformed',
      path: 'Date',
    });
  });

  it.each([
    ['a leap day', 'Tue, 29 Feb 2028 00:00:00 GMT', Date.UTC(2028, 1, 29)],
    ['a leap second', 'Thu, 31 Dec 2026 23:59:60 GMT', Date.UTC(2027, 0, 1)],
    ['a leap second in a zone', 'Fri, 1 Jan 2027 00:59:60 +0100', Date.UTC(2027, 0, 1)],
    ['a zone over New Year', 'Fri, 1 Jan 2027 00:30:00 +0100', Date.UTC(2026, 11, 31, 23, 30)],
    ['asctime with a day of 04', 'Wed Nov 04 10:00:00 2026', Date.UTC(2026, 10, 4, 10)],
  ])('may be %s', (_, text, time) => {
    expect(parseHttpDate(text, now)).toBe(time);
  });

  it.each([
    ['2026-11-25', 'Wednesday, 25-Nov-76 00:00:00 GMT', 2076],
    ['2026-11-25', 'Friday, 25-Nov-77 00:00:00 GMT', 1977],
    ['2099-12-31', 'Saturday, 01-Jan-00 00:00:00 GMT', undefined],
    ['2099-12-31', 'Friday, 01-Jan-00 00:00:00 GMT', 2100],
  ])('on %s reads the two digits in %s as the year %s', (today, text, year) => {
    const time = parseHttpDate(text, new Date(today));
    expect(time === undefined ? undefined : new Date(time).getUTCFullYear()).toBe(year);
  });
});
