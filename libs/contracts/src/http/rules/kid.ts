import type { CreditorInstruction } from '../credit-transfer.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import type { StructuredRemittance } from '../structured-remittance.js';
import type { Partly } from './partly.js';

/** 2 to 25 digits; by modulus 11 the last place may be a hyphen. */
const kidPattern = /^\d{1,24}[\d-]$/u;

/** The reference types of a payment within Norway: a KID, or the number of an invoice. */
const referenceTypes = ['SCOR', 'CINV'];

/**
 * Whether a text is a Norwegian customer identification number (KID): its last place checks the
 * others, by modulus 10 or modulus 11 as the creditor has agreed with the bank. Which of the two
 * cannot be told from the number, so either passes.
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

/** Structured references of a payment within Norway: KIDs are checked, invoice numbers are not. */
export function kidFindings(body: Partly<CreditorInstruction>, at: BodyPath): Finding[] {
  const { remittanceInformationStructured: single } = body;
  const name = 'remittanceInformationStructuredArray';
  const list = body[name] ?? [];
  return [
    ...(single === undefined || isKid(single)
      ? []
      : [formatError([...at, 'remittanceInformationStructured'], 'kid.invalid')]),
    ...list.flatMap((one, index) => referenceFindings(one, [...at, name, index])),
  ];
}

function referenceFindings(one: Partly<StructuredRemittance> | undefined, at: BodyPath): Finding[] {
  if (one?.reference === undefined) return [];
  const { reference, referenceType = 'SCOR' } = one;
  if (!referenceTypes.includes(referenceType)) {
    const allowed = referenceTypes.join(', ');
    return [formatError([...at, 'referenceType'], 'choice.oneOf', { allowed })];
  }
  const isWrong = referenceType === 'SCOR' && !isKid(reference);
  return isWrong ? [formatError([...at, 'reference'], 'kid.invalid')] : [];
}
