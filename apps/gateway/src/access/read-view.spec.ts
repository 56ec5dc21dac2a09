/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import { untilThere } from './read-view.js';

describe('a view that does not exist yet', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is read again until it exists', async () => {
    const answers = [null, null, 'view'];
    const found = untilThere(() => Promise.resolve(answers.shift()));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await found).toBe('view');
  });

  it('is undefined after one second', async () => {
    let reads = 0;
    const found = untilThere(() => {
      reads += 1;
      return Promise.resolve(null);
    });
    await jest.advanceTimersByTimeAsync(1000);
    expect([await found, reads]).toEqual([undefined, 4]);
  });

  it('is returned at once when it exists', async () => {
    expect(await untilThere(() => Promise.resolve('view'))).toBe('view');
  });
});
