import fc from 'fast-check';
import { timeInOslo } from './banking-days.js';
import { earliestDay, executionDay } from './execution-dates.js';

/*
 * An independent model that goes through the calendar day by day. The holidays are a list that was read off
 * calendars, and the time in Oslo comes from the formats of JavaScript.
 */
const dayMs = 24 * 60 * 60 * 1000;
const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const easterSundays = ['2028-04-16', '2029-04-01', '2030-04-21', '2031-04-13', '2032-03-28'];
const holidays = new Set([
  ...[2028, 2029, 2030, 2031, 2032, 2033].flatMap((year) =>
    ['01-01', '05-01', '05-17', '12-25', '12-26'].map((day) => `${String(year)}-${day}`),
  ),
  ...easterSundays.flatMap((easter) =>
    [-3, -2, 0, 1, 39, 49, 50].map((days) => after(easter, days)),
  ),
]);
const osloTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Oslo',
  dateStyle: 'short',
  timeStyle: 'short',
});

function isOpen(day: string): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay()) && !holidays.has(day);
}

function slowExecutionDay(at: Date, cutOff: string | undefined, requested: string): string {
  const [came = '', time = ''] = osloTime.format(at).split(' ');
  for (let day = came; ; day = after(day, 1)) {
    const isTooLate = day === came && isOpen(came) && cutOff !== undefined && time >= cutOff;
    if (!isTooLate && day >= requested && isOpen(day)) return day;
  }
}

const arrivals = fc.date({
  min: new Date('2028-01-01T12:00:00Z'),
  max: new Date('2032-12-01T12:00:00Z'),
  noInvalidDate: true,
});
const cutOffs = fc.constantFrom('00:00', '08:30', '14:00', '23:59', undefined);

describe('the day on which a payment is executed', () => {
  it('is that of a slow model, for any arrival, cut-off and requested day of five years', () => {
    fc.assert(
      fc.property(arrivals, cutOffs, fc.option(fc.nat(20)), (at, cutOff, ahead) => {
        const came = timeInOslo(at).day;
        const requestedDay = ahead === null ? undefined : after(came, ahead);
        const acceptedAt = at.toISOString();
        const day = executionDay({ acceptedAt, cutOff, requestedDay });
        expect(day).toBe(slowExecutionDay(at, cutOff, requestedDay ?? came));
      }),
      { numRuns: 3000 },
    );
  });

  it('is that of a slow model on each day of five years, before and after the cut-off', () => {
    for (let day = '2028-01-01'; day < '2033-01-01'; day = after(day, 1)) {
      for (const time of ['10:00', '16:00', '22:30', '23:30']) {
        const acceptedAt = `${day}T${time}:00.000Z`;
        const expected = slowExecutionDay(new Date(acceptedAt), '14:00', day);
        const requestedDay = day;
        expect(executionDay({ acceptedAt, cutOff: '14:00', requestedDay })).toBe(expected);
      }
    }
  });

  it.each([
    ['before the cut-off of a Friday', '2030-03-15T12:59:59Z', undefined, '2030-03-15'],
    ['at the cut-off of a Friday', '2030-03-15T13:00:00Z', undefined, '2030-03-18'],
    ['on a Sunday for that Sunday', '2030-03-17T10:00:00Z', '2030-03-17', '2030-03-18'],
    ['late for a later day', '2030-03-14T20:00:00Z', '2030-03-20', '2030-03-20'],
    ['late for the next day', '2030-03-14T20:00:00Z', '2030-03-15', '2030-03-15'],
    ['for a day that has passed', '2030-03-14T10:00:00Z', '2030-03-01', '2030-03-14'],
    ['for Maundy Thursday', '2030-04-10T10:00:00Z', '2030-04-18', '2030-04-23'],
    ['after midnight in Oslo', '2030-03-14T23:30:00Z', undefined, '2030-03-15'],
    ['in the first summer night', '2030-03-31T22:30:00Z', undefined, '2030-04-01'],
  ])('for an order %s is right', (_what, acceptedAt, requestedDay, day) => {
    expect(executionDay({ acceptedAt, cutOff: '14:00', requestedDay })).toBe(day);
  });

  it('may begin on a closed day that a run treats as a banking day', () => {
    const sunday = { acceptedAt: '2030-03-17T20:00:00Z', cutOff: '14:00' };
    expect(earliestDay(sunday)).toBe('2030-03-17');
    expect(earliestDay({ ...sunday, requestedDay: '2030-03-23' })).toBe('2030-03-23');
  });
});

describe('orders of one minute', () => {
  it('have the day by the cut-off that was asked for, whichever was counted before', () => {
    const at = '2030-03-15T12:30:59.999Z';
    const days = ['13:30', '13:31', undefined, '13:30'].map((cutOff) =>
      earliestDay({ acceptedAt: at, cutOff }),
    );
    expect(days).toEqual(['2030-03-16', '2030-03-15', '2030-03-15', '2030-03-16']);
    const next = { acceptedAt: '2030-03-15T12:31:00.000Z', cutOff: '13:31' };
    expect(earliestDay(next)).toBe('2030-03-16');
  });
});

describe('the time in Oslo', () => {
  it.each([
    ['2030-01-01T22:59:59.999Z', { day: '2030-01-01', time: '23:59' }],
    ['2030-01-01T23:00:00.000Z', { day: '2030-01-02', time: '00:00' }],
    ['2030-07-01T21:59:59.999Z', { day: '2030-07-01', time: '23:59' }],
  ])('of %s is %j', (at, expected) => {
    expect(timeInOslo(new Date(at))).toEqual(expected);
  });
});
