import { jest } from '@jest/globals';
import { untilThere } from './read-view.js';

describe('a view that is not there yet', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is read again, until it is there', async () => {
    const answers = [null, null, 'view'];
    const found = untilThere(() => Promise.resolve(answers.shift()));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await found).toBe('view');
  });

  it('is given up after a second', async () => {
    let reads = 0;
    const found = untilThere(() => {
      reads += 1;
      return Promise.resolve(null);
    });
    await jest.advanceTimersByTimeAsync(1000);
    expect([await found, reads]).toEqual([undefined, 4]);
  });

  it('keeps nobody waiting when it is there', async () => {
    expect(await untilThere(() => Promise.resolve('view'))).toBe('view');
  });
});
