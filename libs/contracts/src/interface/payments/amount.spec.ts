import fc from 'fast-check';
import { amountPattern } from './amounts.js';

describe('an amount', () => {
  it.each([
    '1',
    '0.5',
    '0.00001',
    '100.33',
    '10',
    '1.0',
    '999999999999999999',
    '9999999999999.99999',
  ])('may be %s', (amount) => {
    expect(amountPattern.test(amount)).toBe(true);
  });

  it.each([
    ['zero', '0'],
    ['zero with decimals', '0.00'],
    ['a leading zero', '01'],
    ['two leading zeros', '00.5'],
    ['a minus sign', '-1'],
    ['a plus sign', '+1'],
    ['an exponent', '1e3'],
    ['a comma', '1,50'],
    ['a thousands separator', '1 000'],
    ['a point at the start', '.5'],
    ['a point at the end', '5.'],
    ['six decimals', '1.000001'],
    ['19 digits', '1234567890123456789'],
    ['19 digits around the point', '12345678901234.56789'],
    ['digits of another script', '١٢٣'],
    ['a line break at the end', '1\n'],
    ['white space', ' 1'],
    ['nothing', ''],
    ['hexadecimals', '0x1F'],
  ])('is refused with %s', (_what, amount) => {
    expect(amountPattern.test(amount)).toBe(false);
  });

  it('is any decimal above zero of at most 18 digits, 5 of them after the point', () => {
    const fractions = fc
      .nat(5)
      .chain((scale) => fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), fc.constant(scale)));
    fc.assert(
      fc.property(fractions, ([minor, scale]) => {
        expect(amountPattern.test(written(minor, scale))).toBe(true);
      }),
    );
  });

  it('is never what a number of 19 digits or more is written as', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 18n, max: 10n ** 40n }), fc.nat(5), (minor, scale) => {
        expect(amountPattern.test(written(minor, scale))).toBe(false);
      }),
    );
  });

  it('decides in linear time on a very long string', () => {
    expect(amountPattern.test('1'.repeat(1_000_000))).toBe(false);
    expect(amountPattern.test(`0.${'0'.repeat(1_000_000)}`)).toBe(false);
  });
});

/** A number of minor units written with that many decimals. */
function written(minor: bigint, scale: number): string {
  const digits = minor.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
