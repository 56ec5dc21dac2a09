import { isCalendarDate } from '../base/rules/days.js';

/*
 * The numbers of sandbox customers have the forms of Norwegian numbers that no register gives out.
 * Source: the Norwegian Tax Administration's synthetic test data (Tenor), the register of units.
 */

/** A national identity number adds this to its month when its person is synthetic. */
export const syntheticMonths = 80;

const personWeights = [
  [3, 7, 6, 1, 8, 9, 4, 5, 2],
  [5, 4, 3, 2, 7, 6, 5, 4, 3, 2],
] as const;
const organisationWeights = [3, 2, 7, 6, 5, 4, 3, 2] as const;

/** A check digit by modulus 11; undefined where the remainder leaves no digit. */
function checkDigit(digits: string, weights: readonly number[]): string | undefined {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? undefined : String(digit);
}

/** A national identity number from its first nine digits; undefined where no check digits exist. */
export function personNumberFrom(nine: string): string | undefined {
  const first = checkDigit(nine, personWeights[0]);
  if (first === undefined) return undefined;
  const second = checkDigit(nine + first, personWeights[1]);
  return second === undefined ? undefined : nine + first + second;
}

/** An organisation number from its first eight digits; undefined where no check digit exists. */
export function organisationNumberFrom(eight: string): string | undefined {
  const digit = checkDigit(eight, organisationWeights);
  return digit === undefined ? undefined : eight + digit;
}

/** Whether a text is the national identity number of a synthetic person: a date with 80 added to its month. */
export function isSyntheticPersonNumber(number: string): boolean {
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d\d)\d{5}$/u.exec(number) ?? [];
  const monthOfYear = String(Number(month) - syntheticMonths).padStart(2, '0');
  const isDate = ['19', '20'].some((century) =>
    isCalendarDate(`${century}${year}-${monthOfYear}-${day}`),
  );
  return isDate && personNumberFrom(number.slice(0, 9)) === number;
}

/** Whether a text is an organisation number of the synthetic range, which begins with 3. */
export function isSyntheticOrganisationNumber(number: string): boolean {
  return /^3\d{8}$/u.test(number) && organisationNumberFrom(number.slice(0, 8)) === number;
}
