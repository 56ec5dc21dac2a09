import { rateTermsOf } from './rate-terms.js';

const [one, other] = ['PSDNO-FSA-100000001', 'PSDNO-FSA-100000002'];

describe('the rates of a profile', () => {
  it('are in production at most 50 requests a second of a TPP by default, reads and writes apart', () => {
    const { everyTpp, tpps } = rateTermsOf({ environment: 'production' });
    expect(everyTpp).toEqual({ readsPerSecond: 40, writesPerSecond: 10, linksPerSecond: 20 });
    expect(everyTpp.readsPerSecond + everyTpp.writesPerSecond).toBeLessThanOrEqual(50);
    expect(tpps.size).toBe(0);
  });

  it('are in the sandbox 500 of each kind', () => {
    const each = { readsPerSecond: 500, writesPerSecond: 500, linksPerSecond: 500 };
    expect(rateTermsOf({ environment: 'sandbox' }).everyTpp).toEqual(each);
  });

  it('of a listed TPP are those of every TPP where its entry is silent', () => {
    const rates = {
      everyTpp: { readsPerSecond: 4, linksPerSecond: 3 },
      tpps: [
        { tpp: one, writesPerSecond: 7 },
        { tpp: other, linksPerSecond: 1 },
      ],
    };
    expect(rateTermsOf({ environment: 'production', rates })).toEqual({
      everyTpp: { readsPerSecond: 4, writesPerSecond: 10, linksPerSecond: 3 },
      tpps: new Map([
        [one, { readsPerSecond: 4, writesPerSecond: 7, linksPerSecond: 3 }],
        [other, { readsPerSecond: 4, writesPerSecond: 10, linksPerSecond: 1 }],
      ]),
    });
  });
});
