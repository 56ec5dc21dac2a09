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
