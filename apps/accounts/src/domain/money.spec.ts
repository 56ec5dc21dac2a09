import fc from 'fast-check';
import { isAmountIn, isDebit, isZero, negated, sumIn } from './money.js';

describe('an amount of the ledger', () => {
  it.each([
    ['NOK', '0.01'],
    ['NOK', '-100'],
    ['JPY', '-7'],
    ['BHD', '1.234'],
    ['NOK', '1234567890123456.78'],
  ])('%s can be %s', (currency, amount) => {
    expect(isAmountIn(currency, amount)).toBe(true);
  });

  it.each([
    ['NOK', '0.001', 'more decimals than the currency has'],
    ['JPY', '1.0', 'a decimal of a currency without any'],
    ['NOK', '0.00', 'zero'],
    ['NOK', '+1', 'a plus'],
    ['NOK', '1e3', 'an exponent'],
    ['NOK', '01', 'a leading zero'],
    ['NOK', '12345678901234567.89', 'more than 18 digits'],
    ['NOK', '', 'no digit'],
    ['XXX', '1', 'an unknown currency'],
    ['constructor', '1', 'an inherited name for a currency'],
  ])('%s cannot be "%s": %s', (currency, amount) => {
    expect(isAmountIn(currency, amount)).toBe(false);
  });

  it('is summed exactly, whatever the order and the number of the amounts', () => {
    const cents = fc.array(fc.bigInt(-(10n ** 15n), 10n ** 15n), { maxLength: 40 });
    fc.assert(
      fc.property(cents, (values) => {
        const sum = sumIn('NOK', values.map(textOf));
        expect(sum).toBe(textOf(values.reduce((total, value) => total + value, 0n)));
        expect(sumIn('NOK', [sum, negated(sum)])).toBe('0.00');
        expect(isZero(sum)).toBe(sum === '0.00');
        expect(isDebit(sum)).toBe(sum.startsWith('-'));
      }),
    );
  });

  it('is never minus zero', () => {
    expect(negated('0.00')).toBe('0.00');
    expect(sumIn('NOK', ['-0.10', '0.10'])).toBe('0.00');
    expect(sumIn('NOK', [])).toBe('0.00');
  });
});

/** Cents as an amount of two decimals, by digits alone. */
function textOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
