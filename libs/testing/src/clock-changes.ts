import { daysLater, endOfDay, startOfDay } from '@nordgate/contracts/rules';

/** An instant near the edge of a day in Oslo. */
export interface EdgeOfDay {
  /** YYYY-MM-DD in Oslo. */
  readonly day: string;
  /** The wall clock of Oslo, HH:MM. */
  readonly time: string;
  readonly at: Date;
}

const halfHourMs = 30 * 60_000;
const sunday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The days of a year on which the clocks of Oslo change: the last Sundays of March and October (Directive 2000/84/EC). */
export function clockChanges(year: number): readonly string[] {
  return ['03', '10'].map((month) => {
    const last = `${String(year)}-${month}-31`;
    const days = Array.from({ length: 7 }, (_, back) => daysLater(last, -back));
    return days.find((day) => sunday.format(new Date(day)) === 'Sunday') ?? last;
  });
}

/**
 * Half an hour after the begin and before the end of each day on which the clocks change, and of its neighbours. A day that is
 * taken by UTC, or counted as 24 hours, is wrong at one of them.
 */
export function edgesAtClockChanges(year: number): readonly EdgeOfDay[] {
  return clockChanges(year).flatMap((change) =>
    [-1, 0, 1].flatMap((days) => {
      const day = daysLater(change, days);
      return [
        { day, time: '00:30', at: new Date(Date.parse(startOfDay(day)) + halfHourMs) },
        { day, time: '23:30', at: new Date(Date.parse(endOfDay(day)) - halfHourMs) },
      ];
    }),
  );
}
