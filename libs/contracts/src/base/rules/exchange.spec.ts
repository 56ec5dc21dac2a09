import fc from 'fast-check';
import { CURRENCIES } from '../codes/currencies.js';
import { MINOR_UNITS } from '../codes/minor-units.js';
import { sandboxRates } from '../codes/sandbox-rates.js';
import { exchanged, hasRate } from './exchange.js';

const into = (amount: string, currency: string, target: string) =>
  exchanged({ amount, currency }, target, sandboxRates);

describe('the rates of the sandbox', () => {
  it.each(CURRENCIES)('exchange %s for kroner and back', (currency) => {
    expect(hasRate(sandboxRates, currency)).toBe(true);
    const kroner = into('900000', currency, 'NOK');
    expect(kroner?.currency).toBe('NOK');
    expect(into('900000', 'NOK', currency)?.currency).toBe(currency);
  });
});

describe('an exchange of currencies', () => {
  it.each([
    ['100.00', 'EUR', 'NOK', '1172.00', '11.72'],
    ['0.01', 'NOK', 'SEK', '0.01', '0.94339623'],
    ['1', 'JPY', 'BHD', '0.002', '0.00247949'],
    ['1000', 'NOK', 'JPY', '14970', '14.97005988'],
    ['1', 'BYR', 'BYR', '1', '1'],
    ['1000000', 'BYR', 'KWD', '15.309', '0.0000153093'],
  ])('makes %s %s in %s %s, at the rate %s', (amount, currency, target, there, rate) => {
    expect(into(amount, currency, target)).toEqual({ amount: there, currency: target, rate });
  });

  it.each([
    ['a currency without a rate', '1', 'NOK', 'QQQ'],
    ['an amount from a currency without a rate', '1', 'QQQ', 'NOK'],
    ['a name that every object has', '1', 'toString', 'NOK'],
    ['an amount that is rounded to nothing', '0.01', 'VEF', 'EUR'],
    ['an amount with too many digits', '999999999999999', 'EUR', 'BYR'],
  ])('is impossible for %s', (_what, amount, currency, target) => {
    expect(into(amount, currency, target)).toBeUndefined();
  });

  it('stays below half a minor unit of what its rate says, and keeps six digits of the rate', () => {
    const currency = fc.constantFrom(...CURRENCIES);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), currency, currency, (whole, from, to) => {
        const there = into(String(whole), from, to);
        if (there === undefined) return;
        const decimals = there.amount.split('.')[1]?.length ?? 0;
        expect(decimals).toBe(MINOR_UNITS[to]);
        const difference = Math.abs(Number(there.amount) - whole * Number(there.rate));
        expect(difference).toBeLessThanOrEqual(0.5 / 10 ** decimals + Number(there.amount) / 1e12);
        const direct = Number(sandboxRates.nokPerUnit[from]) / Number(sandboxRates.nokPerUnit[to]);
        expect(Math.abs(Number(there.rate) / direct - 1)).toBeLessThan(1e-5);
      }),
    );
  });
});
