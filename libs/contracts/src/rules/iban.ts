/** The check digits of an IBAN from its country and account. Source: ISO 13616 and ISO 7064 (modulus 97-10). */
export function ibanCheckDigits(country: string, account: string): string {
  const letters = `${account}${country}`.replace(/[A-Z]/gu, (one) =>
    String(one.charCodeAt(0) - 55),
  );
  return String(98n - (BigInt(`${letters}00`) % 97n)).padStart(2, '0');
}
