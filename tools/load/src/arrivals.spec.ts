import fc from 'fast-check';
import { arrivals } from './arrivals.js';

describe('the arrivals of the load', () => {
  it('are as many as rate and duration say, evenly spread', () => {
    const rates = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 5 }), (rate, seconds) => {
        const all = [...arrivals(rate, seconds)];
        expect(all).toHaveLength(rate * seconds);
        expect(all.map(({ dueMs }) => Math.round((dueMs * rate) / 1000))).toEqual([...all.keys()]);
        expect(all.at(-1)?.dueMs).toBeLessThan(seconds * 1000);
      }),
      { numRuns: 50 },
    );
  });

  it('are nine payments, six statuses, four pages and one basket out of twenty', () => {
    const kinds = [...arrivals(20, 1)].map(({ kind }) => kind);
    const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
    expect(['pay', 'status', 'page', 'basket'].map(count)).toEqual([9, 6, 4, 1]);
  });

  it('begin with a payment, so that statuses, pages and baskets have one', () => {
    expect([...arrivals(1, 1)]).toEqual([{ dueMs: 0, kind: 'pay' }]);
  });
});
