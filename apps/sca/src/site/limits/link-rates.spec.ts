import { rateTermsOf } from '@nordgate/contracts/profile';
import { SiteError } from '../frame/site-error.js';
import { LinkRates } from './link-rates.service.js';

const [one, other, third] = ['PSDNO-FSA-1', 'PSDNO-FSA-2', 'PSDNO-FSA-3'] as const;
const path = '/sign/aut-1/token';
const terms = rateTermsOf({
  environment: 'production',
  rates: { everyTpp: { linksPerSecond: 2 }, tpps: [{ tpp: third, linksPerSecond: 3 }] },
});

describe('the rate of the links of a TPP', () => {
  let nowMs: number;
  const ratesOf = (instances?: () => number, given = terms) =>
    new LinkRates(given, instances, () => nowMs);
  beforeEach(() => (nowMs = 0));

  /** How many openings in a row are admitted, at most 1000, and the error of the next one. */
  function openAll(rates: LinkRates, tpp: string): { count: number; error?: unknown } {
    for (let count = 0; count < 1000; count += 1) {
      try {
        rates.admit({ tpp, path });
      } catch (error) {
        return { count, error };
      }
    }
    return { count: 1000 };
  }

  it('is ten seconds of it at once, and then one a second of it', () => {
    const rates = ratesOf();
    expect(openAll(rates, one).count).toBe(20);
    nowMs = 999;
    expect(openAll(rates, one).count).toBe(1);
    nowMs = 1000;
    expect(openAll(rates, one).count).toBe(1);
  });

  it('refuses with the seconds until the next opening, and the way to it', () => {
    const { error } = openAll(ratesOf(), one);
    expect(error).toBeInstanceOf(SiteError);
    expect(error).toMatchObject({ kind: 'tpp-busy', again: path, retrySeconds: 1 });
  });

  it('holds for each TPP by itself, and is that of the profile for a listed TPP', () => {
    const rates = ratesOf();
    expect(openAll(rates, one).count).toBe(20);
    expect(openAll(rates, other).count).toBe(20);
    expect(openAll(rates, third).count).toBe(30);
  });

  it('is shared by the instances of the site, also when their number changes', () => {
    let instances = 4;
    const rates = ratesOf(() => instances);
    expect(openAll(rates, one).count).toBe(5);
    [instances, nowMs] = [2, 1000];
    expect(openAll(rates, one).count).toBe(1);
  });

  it.each([
    ['production', 200],
    ['sandbox', 1000],
  ] as const)('admits in %s at least %i openings at once without a profile', (environment, at) => {
    expect(openAll(ratesOf(undefined, rateTermsOf({ environment })), one).count).toBe(at);
  });

  it('counts the openings of each TPP, admitted or not', () => {
    const rates = ratesOf();
    openAll(rates, one);
    openAll(rates, third);
    expect(rates.counts.take(3)).toEqual([31, 21]);
  });
});
