import { retryDelayMs } from './pace.js';

describe('retryDelayMs', () => {
  it('doubles from 50 ms to two seconds and stays there', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(retryDelayMs)).toEqual([50, 100, 200, 400, 800, 1600, 2000]);
    expect(retryDelayMs(100_000)).toBe(2000);
  });
});
