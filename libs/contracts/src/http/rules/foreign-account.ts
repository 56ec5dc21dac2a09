import { isSEPACountry, isValidIBAN } from 'ibantools';
import type { AccountReference } from '../account-reference.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import type { Partly } from './partly.js';

/**
 * The account of a creditor abroad: a right iban, or a bban of any country, whose form the schema
 * has checked.
 */
export function foreignAccountFindings(
  account: Partly<AccountReference> | undefined,
  at: BodyPath,
): Finding[] {
  if (account === undefined) return [];
  const { bban, iban } = account;
  if (bban === undefined && iban === undefined) {
    return [{ ...formatError(at, 'account.missing'), derivedFrom: ['bban', 'iban'] }];
  }
  if (iban === undefined || isValidIBAN(iban)) return [];
  return [formatError([...at, 'iban'], 'iban.invalid')];
}

/** The account of a creditor in the SEPA area: an iban of one of its countries. */
export function sepaAccountFindings(
  account: Partly<AccountReference> | undefined,
  at: BodyPath,
): Finding[] {
  if (account === undefined) return [];
  const path = [...at, 'iban'];
  const { iban } = account;
  if (iban === undefined) {
    return [{ ...formatError(path, 'iban.required'), derivedFrom: ['iban'] }];
  }
  if (!isValidIBAN(iban)) return [formatError(path, 'iban.invalid')];
  return isSEPACountry(iban.slice(0, 2)) ? [] : [formatError(path, 'iban.notSepa')];
}
