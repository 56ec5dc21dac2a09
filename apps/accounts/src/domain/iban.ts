/** The IBAN of a Norwegian account number. Source: ISO 13616 and ISO 7064 (modulus 97-10). */
export function ibanOf(bban: string): string {
  // N is 23 and O is 24; the check digits count as 00.
  const rest = BigInt(`${bban}232400`) % 97n;
  return `NO${String(98n - rest).padStart(2, '0')}${bban}`;
}
