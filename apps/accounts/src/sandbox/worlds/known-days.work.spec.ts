/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import { noHistory } from '../known-history/known-history.js';
import { KnownDays } from './known-days.js';
import { startDecidingDays } from './known-days.work.js';

describe('the known state of the next day', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-28T22:40:00Z') }));
  afterEach(() => jest.useRealTimers());

  it('is decided ten minutes before the day begins in Oslo, until the work stops', async () => {
    const decided: string[] = [];
    const days = new KnownDays((day) => {
      decided.push(day);
      return noHistory;
    });
    const work = startDecidingDays(days);
    await jest.advanceTimersByTimeAsync(9 * 60_000);
    expect(decided).toEqual(['2026-11-28']);
    await jest.advanceTimersByTimeAsync(2 * 60_000);
    expect(decided).toEqual(['2026-11-28', '2026-11-29']);
    await work.stop();
    await jest.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(decided).toHaveLength(2);
  });
});
