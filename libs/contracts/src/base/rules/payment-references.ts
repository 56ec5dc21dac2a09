/** 2 to 25 digits; by modulus 11 the last place may be a hyphen. */
const kidPattern = /^\d{1,24}[\d-]$/u;

/**
 * Whether a text is a Norwegian customer identification number (KID). The last place is a check digit
 * by modulus 10 or modulus 11, as the creditor has agreed with the bank. The number does not show which
 * one, so both are valid.
 */
export function isKid(reference: string): boolean {
  if (!kidPattern.test(reference)) return false;
  const digits = [...reference.slice(0, -1)].map(Number).reverse();
  const check = reference.slice(-1);
  return check === modulus10(digits) || check === modulus11(digits);
}

/** Digits from the right; weights 2, 1, 2, 1 …, digits of the products added (ISO/IEC 7812 annex B). */
function modulus10(digits: readonly number[]): string {
  const sum = digits.reduce((total, digit, place) => {
    const product = place % 2 === 0 ? digit * 2 : digit;
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Digits from the right; weights 2 to 7 and again; ten is written as a hyphen. */
function modulus11(digits: readonly number[]): string {
  const sum = digits.reduce((total, digit, place) => total + digit * (2 + (place % 6)), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? '-' : String(check);
}

/** RF, two check digits, and 1 to 21 letters and digits (ISO 11649). */
const creditorReferencePattern = /^RF\d{2}[A-Z0-9]{1,21}$/u;

/** Whether a text claims to be a creditor reference of ISO 11649. A KID has digits only. */
export function claimsCreditorReference(reference: string): boolean {
  return reference.startsWith('RF');
}

/** Whether a text is a creditor reference of ISO 11649 in its electronic form, with right check digits. */
export function isCreditorReference(reference: string): boolean {
  if (!creditorReferencePattern.test(reference)) return false;
  const rearranged = reference.slice(4) + reference.slice(0, 4);
  // Letters count as 10 to 35 (ISO/IEC 7064, MOD 97-10).
  const digits = [...rearranged].map((one) => parseInt(one, 36).toString()).join('');
  return BigInt(digits) % 97n === 1n;
}
