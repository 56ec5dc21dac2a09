import fc from 'fast-check';
import { bbanOf, isNorwegianAccountNumber, norwegianCheckDigit } from './account-numbers.js';

const tenDigits = fc.stringMatching(/^\d{10}$/);

describe('a Norwegian account number', () => {
  it.each(['86011117947', '97104133219', '12345678903'])('may be %s', (bban) => {
    expect(isNorwegianAccountNumber(bban)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '86011117948'],
    ['ten digits', '8601111794'],
    ['twelve digits', '860111179470'],
    ['points', '8601.11.17947'],
    ['a letter', '8601111794A'],
    ['digits of another script', '٨٦٠١١١١٧٩٤٧'],
  ])('is refused with %s', (_what, bban) => {
    expect(isNorwegianAccountNumber(bban)).toBe(false);
  });

  it('does not exist where the remainder leaves no digit', () => {
    expect(norwegianCheckDigit('0000000006')).toBeUndefined();
    for (let digit = 0; digit <= 9; digit += 1) {
      expect(isNorwegianAccountNumber(`0000000006${digit}`)).toBe(false);
    }
  });

  it('has one check digit at most, and the sum over all its weights divides by 11', () => {
    fc.assert(
      fc.property(tenDigits, (digits) => {
        const valid = [...'0123456789'].filter((digit) => isNorwegianAccountNumber(digits + digit));
        const check = norwegianCheckDigit(digits);
        expect(valid).toEqual(check === undefined ? [] : [String(check)]);
        if (check !== undefined) expect(weightedSum(digits + check) % 11).toBe(0);
      }),
    );
  });

  it('is never valid with one digit changed', () => {
    fc.assert(
      fc.property(tenDigits, fc.nat(10), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
        const check = norwegianCheckDigit(digits);
        fc.pre(check !== undefined);
        const valid = `${digits}${check}`;
        const changed = (Number(valid[place]) + shift) % 10;
        const mistyped = `${valid.slice(0, place)}${changed}${valid.slice(place + 1)}`;
        expect(isNorwegianAccountNumber(mistyped)).toBe(false);
      }),
    );
  });
});

describe('the account number of an account reference', () => {
  it.each([
    ['the bban', { bban: '86011117947' }, '86011117947'],
    ['the number inside a Norwegian iban', { iban: 'NO9386011117947' }, '86011117947'],
    ['the bban where both are given', { bban: '1', iban: 'NO9386011117947' }, '1'],
    ['unknown in the iban of another country', { iban: 'DE89370400440532013000' }, undefined],
    ['unknown in a longer iban', { iban: 'NO93860111179470' }, undefined],
    ['unknown where other characters precede the iban', { iban: 'XNO9386011117947' }, undefined],
    ['unknown without bban and iban', {}, undefined],
  ])('is %s', (_what, account, bban) => {
    expect(bbanOf(account)).toBe(bban);
  });
});

/** Weights 1 for the check digit, then 2 to 7 and again from 2, from right to left. */
function weightedSum(bban: string): number {
  return [...bban]
    .reverse()
    .reduce(
      (sum, digit, index) => sum + Number(digit) * (index === 0 ? 1 : ((index - 1) % 6) + 2),
      0,
    );
}
