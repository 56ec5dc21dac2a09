import { daysLater, endOfDay, lastDayBefore } from '@nordgate/contracts/rules';
import { edgesAtClockChanges } from '@nordgate/testing';
import { accessDays, accessEnd, heldUntil, isAccessOver } from './deadline.js';

const edges = edgesAtClockChanges(2027).map(({ day, time, at }) => [day, time, at] as const);

describe('the end of an access when the clocks change', () => {
  it.each(edges)('is that of the 180th day after its grant: %s at %s', (day, _time, at) => {
    expect(lastDayBefore(accessEnd(at.toISOString()))).toBe(daysLater(day, accessDays));
  });

  it.each(edges)('is not before the published day is over in Oslo: %s at %s', (day, _time, at) => {
    // An older release stored an instant within the day.
    for (const validUntil of [at.toISOString(), endOfDay(day)]) {
      expect(lastDayBefore(heldUntil(validUntil))).toBe(day);
      expect(isAccessOver(validUntil, at.toISOString())).toBe(false);
      const last = new Date(Date.parse(endOfDay(day)) - 1).toISOString();
      expect(isAccessOver(validUntil, last)).toBe(false);
      expect(isAccessOver(validUntil, endOfDay(day))).toBe(true);
    }
  });
});
