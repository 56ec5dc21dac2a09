import { rateTermsOf } from '@nordgate/contracts/profile';
import { RequestError } from '../reply/request-error.js';
import { TppRates } from './rate-limits.hook.js';

const [one, other] = ['PSDNO-FSA-100000001', 'PSDNO-FSA-100000002'];
const rates = { everyTpp: { readsPerSecond: 4, writesPerSecond: 1 } };
const terms = rateTermsOf({ environment: 'production', rates });

/** How many small requests in a row are admitted, at most 1000. */
function admitted(limit: TppRates, tpp = one, method = 'GET'): number {
  for (let count = 0; count < 1000; count += 1) {
    try {
      limit.admit({ tpp, method, bodyBytes: 0 });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      expect(error.status).toBe(429);
      return count;
    }
  }
  return 1000;
}

describe('the rates of a TPP', () => {
  let nowMs: number;
  const limitOf = (given = terms, gateways?: () => number) =>
    new TppRates(given, 0.5, gateways, () => nowMs);
  beforeEach(() => (nowMs = 0));

  it.each([
    ['GET', 40],
    ['HEAD', 40],
    ['POST', 10],
    ['PUT', 10],
    ['DELETE', 10],
  ])('admit ten seconds of %s at once, and then one a second of the rate', (method, burst) => {
    const limit = limitOf();
    expect(admitted(limit, one, method)).toBe(burst);
    nowMs = 1000;
    expect(admitted(limit, one, method)).toBe(burst / 10);
  });

  it('count what is written by hand in the sandbox once more, and nothing that is read there', () => {
    const limit = limitOf();
    const byHand = (method: string) => {
      const isAdmitted = () => {
        try {
          limit.admit({ tpp: one, method, bodyBytes: 0, isSandbox: true });
          return true;
        } catch {
          return false;
        }
      };
      return Array.from({ length: 50 }, isAdmitted).filter(Boolean).length;
    };
    expect([byHand('POST'), byHand('GET')]).toEqual([5, 40]);
    expect(admitted(limit, other, 'POST')).toBe(10);
  });

  it('count reads and writes apart, and each TPP by itself', () => {
    const limit = limitOf();
    expect(admitted(limit, one, 'POST')).toBe(10);
    expect(admitted(limit, one, 'GET')).toBe(40);
    expect(admitted(limit, other, 'POST')).toBe(10);
  });

  it('are those of the profile for a TPP that it lists, whole or in part', () => {
    const tpps = [
      { tpp: one, readsPerSecond: 2 },
      { tpp: other, readsPerSecond: 1, writesPerSecond: 3 },
    ];
    const limit = limitOf(rateTermsOf({ environment: 'production', rates: { ...rates, tpps } }));
    expect([admitted(limit, one, 'GET'), admitted(limit, one, 'POST')]).toEqual([20, 10]);
    expect([admitted(limit, other, 'GET'), admitted(limit, other, 'POST')]).toEqual([10, 30]);
    expect(admitted(limit, 'PSDNO-FSA-100000003', 'GET')).toBe(40);
  });

  it('are shared by the gateways, also when their number changes', () => {
    let gateways = 4;
    const limit = limitOf(terms, () => gateways);
    expect(admitted(limit)).toBe(10);
    [gateways, nowMs] = [2, 1000];
    expect(admitted(limit)).toBe(2);
  });

  it('count the requests of each TPP, admitted or not', () => {
    const limit = limitOf();
    admitted(limit, one, 'POST');
    admitted(limit, other, 'GET');
    expect(limit.counts.take(3)).toEqual([41, 11]);
  });
});
