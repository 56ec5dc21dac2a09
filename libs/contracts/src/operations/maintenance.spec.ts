import fc from 'fast-check';
import { retryAfterOf, runningWindow, windowsAhead } from './maintenance.js';

const window = {
  from: '2026-11-28T01:00:00.000Z',
  until: '2026-11-28T03:00:00.000Z',
  readsGoOn: false,
};
const later = { ...window, from: '2026-11-30T01:00:00.000Z', until: '2026-11-30T02:00:00.000Z' };
const at = (time: string) => new Date(time);

describe('a window of maintenance', () => {
  it.each([
    ['2026-11-28T00:59:59.999Z', false],
    ['2026-11-28T01:00:00.000Z', true],
    ['2026-11-28T02:59:59.999Z', true],
    ['2026-11-28T03:00:00.000Z', false],
  ])('runs at %s: %s', (time, runs) => {
    expect(runningWindow([later, window], at(time))).toEqual(runs ? window : undefined);
  });

  it.each([
    ['2026-11-28T00:59:59.999Z', [window, later]],
    ['2026-11-28T01:00:00.000Z', [later]],
    ['2026-11-30T00:59:59.999Z', [later]],
    ['2026-11-30T01:00:00.000Z', []],
  ])('is ahead at %s', (time, ahead) => {
    expect(windowsAhead([later, window], at(time))).toEqual(ahead);
  });

  it('sends nobody away for longer than it runs, and for ten minutes at most', () => {
    expect(retryAfterOf(window, at('2026-11-28T01:00:00Z'))).toBe(600);
    expect(retryAfterOf(window, at('2026-11-28T02:50:00.000Z'))).toBe(600);
    expect(retryAfterOf(window, at('2026-11-28T02:50:00.001Z'))).toBe(599);
    expect(retryAfterOf(window, at('2026-11-28T02:59:59.500Z'))).toBe(0);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 * 3_600_000 }), (ms) => {
        const now = new Date(Date.parse(window.from) + ms);
        const answered = now.getTime() + retryAfterOf(window, now) * 1000;
        return answered <= Date.parse(window.until);
      }),
    );
  });
});
