import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { isBankingDay } from './banking-day.js';
import { dayReceived } from './day-received.js';

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
    expect(dayReceived(at, '14:00')).toBe(day);
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
        const [a, b] = [first, later].map((one) => dayReceived(one.toISOString(), '14:00'));
        expect(isBankingDay(Temporal.PlainDate.from(a!))).toBe(true);
        expect(b! >= a!).toBe(true);
        const came = Temporal.Instant.from(first.toISOString()).toZonedDateTimeISO('Europe/Oslo');
        expect(a! >= came.toPlainDate().toString()).toBe(true);
      }),
    );
  });
});
