import { checkDate, parseImfDate } from './request-date.js';

const now = new Date('2026-11-20T10:15:30.999Z');
const header = (offsetSeconds: number) =>
  new Date(Math.floor(now.getTime() / 1000) * 1000 + offsetSeconds * 1000).toUTCString();

describe('the Date header', () => {
  it.each([0, 1, 60, -1, -60])('is accepted %d seconds off the clock', (offset) => {
    expect(checkDate(header(offset), now)).toBeUndefined();
  });

  it.each([61, -61, 3600, -86400])('is refused %d seconds off the clock', (offset) => {
    expect(checkDate(header(offset), now)).toMatchObject({
      refused: 'BAD_REQUEST',
      reason: 'date-off',
      path: 'Date',
    });
  });

  it.each([
    ['the RFC 850 form', 'Friday, 20-Nov-26 10:15:30 GMT'],
    ['the asctime form', 'Fri Nov 20 10:15:30 2026'],
    ['ISO 8601', '2026-11-20T10:15:30Z'],
    ['a zone', 'Fri, 20 Nov 2026 10:15:30 +0000'],
    ['UTC for GMT', 'Fri, 20 Nov 2026 10:15:30 UTC'],
    ['a wrong weekday', 'Mon, 20 Nov 2026 10:15:30 GMT'],
    ['a day that does not exist', 'Tue, 31 Feb 2026 10:15:30 GMT'],
    ['one digit for the day', 'Sun, 1 Nov 2026 10:15:30 GMT'],
    ['lower case', 'fri, 20 nov 2026 10:15:30 gmt'],
    ['a comment behind it', 'Fri, 20 Nov 2026 10:15:30 GMT (x)'],
    ['a year of five digits', 'Sat, 01 Jan 10000 00:00:00 GMT'],
    ['hour 24', 'Fri, 20 Nov 2026 24:00:00 GMT'],
    ['nothing', ''],
  ])('is malformed as %s', (_, text) => {
    expect(checkDate(text, now)).toMatchObject({ refused: 'FORMAT_ERROR' });
  });

  it('may be a leap day', () => {
    expect(parseImfDate('Tue, 29 Feb 2028 00:00:00 GMT')).toBe(Date.UTC(2028, 1, 29));
  });
});
