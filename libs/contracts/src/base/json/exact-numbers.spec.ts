import fc from 'fast-check';
import { decimalOf, exactNumber, parseExactly, parseWithDecimals } from './exact-numbers.js';

describe('decimalOf', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['0e5', '0'],
    ['1500', '1500'],
    ['1.10', '1.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['-349.50', '-349.5'],
    ['1e3', '1000'],
    ['1.5E+2', '150'],
    ['25e-2', '0.25'],
    ['-7e-3', '-0.007'],
    ['9007199254740993', '9007199254740993'],
    ['9999999999999999.99', '9999999999999999.99'],
    ['1e400', '1e400'],
    ['1e-400', '1e-400'],
  ])('reads %s as %s', (source, decimal) => {
    expect(decimalOf(source)).toBe(decimal);
  });

  it('keeps every digit of a decimal, whatever its exponent form', () => {
    const parts = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 17n }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(parts, ([digits, places]) => {
        const plain = decimalOf(`${String(digits)}e-${String(places)}`);
        const [units = '', fraction = ''] = plain.split('.');
        expect(BigInt(`${units}${fraction.padEnd(places, '0')}`)).toBe(digits);
      }),
    );
  });
});

describe('a JSON number that is longer than any amount', () => {
  it.each([
    ['a fraction', `0.${'0'.repeat(119)}1`],
    ['digits', '1'.repeat(65_000)],
    ['zeros before a last digit', `0.${'0'.repeat(65_000)}1`],
  ])('of %s comes back as it is, and nothing is searched in it', (_what, source) => {
    expect(decimalOf(source)).toBe(source);
  });

  it('is read up to 120 characters', () => {
    expect(decimalOf(`0.5${'0'.repeat(117)}`)).toBe('0.5');
  });
});

describe('a JSON text with amounts', () => {
  const text = '{"amount":9007199254740993.10,"count":3,"list":[{"amount":1e3}],"text":"5"}';

  it('gives the numbers of the named members as decimal strings, and no others', () => {
    expect(parseWithDecimals(text, new Set(['amount']))).toEqual({
      amount: '9007199254740993.1',
      count: 3,
      list: [{ amount: '1000' }],
      text: '5',
    });
  });

  it('comes back with every digit as it was sent', () => {
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  });

  it('is written with the digits of a decimal string', () => {
    expect(JSON.stringify({ amount: exactNumber('9007199254740993.10') })).toBe(
      '{"amount":9007199254740993.10}',
    );
  });
});
