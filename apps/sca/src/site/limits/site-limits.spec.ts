import { defaultSiteLimits } from '../../sca.settings.js';
import { delayMsAfter, delayMsMax } from './guess.service.js';

describe('the delay of a code', () => {
  it.each([
    [0, 0],
    [2, 0],
    [2.1, 500],
    [3, 500],
    [4, 1000],
    [5, 2000],
    [7, 8000],
    [8, 8000],
    [100_000, 8000],
  ])('after %d wrong codes of the customer is %d ms', (wrongCodes, delayMs) => {
    expect(delayMsAfter(wrongCodes)).toBe(delayMs);
  });

  it('never exceeds eight seconds, so it locks nobody out', () => {
    expect(delayMsMax).toBe(8000);
  });
});

describe('the limits of the site', () => {
  it('end slow headers within fifteen seconds, the interval of the check included', () => {
    const { headersWithinMs, checkEveryMs } = defaultSiteLimits;
    expect(headersWithinMs + checkEveryMs).toBeLessThanOrEqual(15_000);
  });

  it('admit 100 connections of one address by default', () => {
    expect(defaultSiteLimits.connectionsPerAddressMax).toBe(100);
  });
});
