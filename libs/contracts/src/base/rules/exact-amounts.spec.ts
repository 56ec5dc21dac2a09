import fc from 'fast-check';
import { CURRENCIES } from '../codes/currencies.js';
import { MINOR_UNITS } from '../codes/minor-units.js';
import { amountSum, amountUnits, isBelow, standingTo, withMinorUnits } from './exact-amounts.js';

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.integer({ min: 0, max: 5 }))
  .map(([units, decimals]) => {
    const digits = units.toString().padStart(decimals + 1, '0');
    return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });

describe('an exact amount', () => {
  it.each([
    ['0', 0n],
    ['1', 100_000n],
    ['12.5', 1_250_000n],
    ['0.00001', 1n],
  ])('%s is a whole number of the smallest unit', (amount, units) => {
    expect(amountUnits(amount)).toBe(units);
  });

  it.each([
    ['0.1', '0.2', '0.3'],
    ['99.99', '0.01', '100.00'],
    ['5', '6', '11'],
    ['1', '0.5', '1.5'],
    ['0', '0.00001', '0.00001'],
  ])('%s and %s sum up exactly', (one, other, sum) => {
    expect(amountSum(one, other)).toBe(sum);
  });

  it('sums up without a loss, whatever the decimals', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        expect(amountUnits(amountSum(one, other))).toBe(amountUnits(one) + amountUnits(other));
      }),
    );
  });

  it.each([
    ['5', 'NOK', '5.00'],
    ['5.5', 'NOK', '5.50'],
    ['5', 'JPY', '5'],
    ['5.25', 'BHD', '5.250'],
    ['-5', 'NOK', '-5.00'],
    ['0.00001', 'NOK', '0.00001'],
    ['5', '???', '5'],
  ])('%s %s is shown as %s', (amount, currency, shown) => {
    expect(withMinorUnits({ amount, currency })).toBe(shown);
  });

  it.each(CURRENCIES)('of %s is shown with its minor units', (currency) => {
    const [, decimals = ''] = withMinorUnits({ amount: '1', currency }).split('.');
    expect(decimals).toHaveLength(MINOR_UNITS[currency]);
  });

  it('is within limits only where one of them is in its currency', () => {
    const limits = [
      { amount: '500', currency: 'NOK' },
      { amount: '40', currency: 'EUR' },
    ];
    const standing = (amount: string, currency: string) => standingTo(limits, { amount, currency });
    expect(standing('500.00', 'NOK')).toBe('within');
    expect(standing('500.01', 'NOK')).toBe('above');
    expect(standing('40.01', 'EUR')).toBe('above');
    expect(standing('0.01', 'USD')).toBe('not-comparable');
    expect(standingTo([], { amount: '900000', currency: 'USD' })).toBe('within');
  });

  it('is below a larger amount of its currency only', () => {
    const limit = { amount: '500', currency: 'NOK' };
    expect(isBelow({ amount: '499.99', currency: 'NOK' }, limit)).toBe(true);
    expect(isBelow({ amount: '500.00', currency: 'NOK' }, limit)).toBe(false);
    expect(isBelow({ amount: '1', currency: 'EUR' }, limit)).toBe(false);
  });
});
