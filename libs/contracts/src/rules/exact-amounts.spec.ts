import fc from 'fast-check';
import { amountSum, amountUnits, isBelow } from './exact-amounts.js';

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

  it('is below a larger amount of its currency only', () => {
    const limit = { amount: '500', currency: 'NOK' };
    expect(isBelow({ amount: '499.99', currency: 'NOK' }, limit)).toBe(true);
    expect(isBelow({ amount: '500.00', currency: 'NOK' }, limit)).toBe(false);
    expect(isBelow({ amount: '1', currency: 'EUR' }, limit)).toBe(false);
  });
});
