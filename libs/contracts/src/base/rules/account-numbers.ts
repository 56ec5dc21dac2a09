const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** The form of a Norwegian account number: 11 digits, the last one a check digit. */
export const norwegianAccountNumberPattern = /^\d{11}$/u;

/**
 * Check digit of the first ten digits of a Norwegian account number, by modulus 11 with the weights
 * 2 to 7 from the right; undefined where the remainder leaves no digit, so no such account exists.
 */
export function norwegianCheckDigit(digits: string): number | undefined {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? undefined : digit;
}

/** Whether a string is a Norwegian account number with a right check digit. */
export function isNorwegianAccountNumber(bban: string): boolean {
  return norwegianAccountNumberPattern.test(bban) && norwegianCheckDigit(bban) === Number(bban[10]);
}

/** The numbers of an account reference (specification §2.3). */
export interface AccountNumbers {
  readonly bban?: string;
  readonly iban?: string;
}

const norwegianIban = /^NO\d{2}(\d{11})$/u;

/**
 * The Norwegian account number of an account reference: the bban, or the number inside a Norwegian
 * iban (ISO 13616). Undefined for the iban of another country.
 */
export function bbanOf({ bban, iban }: AccountNumbers): string | undefined {
  return bban ?? norwegianIban.exec(iban ?? '')?.[1];
}

/** The check digits of an IBAN from its country and account. Source: ISO 13616 and ISO 7064 (modulus 97-10). */
export function ibanCheckDigits(country: string, account: string): string {
  const letters = `${account}${country}`.replace(/[A-Z]/gu, (one) =>
    String(one.charCodeAt(0) - 55),
  );
  return String(98n - (BigInt(`${letters}00`) % 97n)).padStart(2, '0');
}
