import fc from 'fast-check';
import { isKid } from './payment-references.js';

describe('a KID', () => {
  it.each(['2345676', '18', '34', '12348-', '1234567897', '0'.repeat(25)])('may be %s', (kid) => {
    expect(isKid(kid)).toBe(true);
  });

  it.each([
    '2345677',
    '',
    '1',
    '-',
    '1-',
    ' 2345676',
    '2345676 ',
    '23456-76',
    '٢٣٤٥٦٧٦',
    '0'.repeat(26),
  ])('is not %j', (text) => {
    expect(isKid(text)).toBe(false);
  });

  it('has exactly the one or two check places that its digits give', () => {
    const digits = fc.stringMatching(/^\d{1,24}$/);
    fc.assert(
      fc.property(digits, (number) => {
        const passing = [...'0123456789-'].filter((place) => isKid(number + place));
        expect([1, 2]).toContain(passing.length);
      }),
    );
  });

  it('is found wrong when one digit of a modulus 10 number is mistyped, unless modulus 11 takes it', () => {
    expect(['2345676', '2345675', '2345674'].filter(isKid)).toEqual(['2345676']);
  });
});
