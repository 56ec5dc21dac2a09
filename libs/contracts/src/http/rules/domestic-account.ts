import { isValidIBAN } from 'ibantools';
import type { AccountReference } from '../account-reference.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import {
  isNorwegianAccountNumber,
  norwegianAccountNumberPattern,
} from './norwegian-account-number.js';
import type { Partly } from './partly.js';

/**
 * An account at a Norwegian bank: a bban, an iban or both, each with right check digits, and both
 * naming one account. Every debtor, and the creditor of a domestic payment, is such an account.
 */
export function domesticAccountFindings(
  account: Partly<AccountReference> | undefined,
  at: BodyPath,
): Finding[] {
  if (account === undefined) return [];
  const { bban, iban } = account;
  if (bban === undefined && iban === undefined) {
    return [{ ...formatError(at, 'account.missing'), derivedFrom: ['bban', 'iban'] }];
  }
  const findings = [...bbanFindings(bban, at), ...ibanFindings(iban, at)];
  const disagree =
    findings.length === 0 && bban !== undefined && iban !== undefined && !iban.endsWith(bban);
  return disagree ? [formatError([...at, 'iban'], 'account.disagree')] : findings;
}

function bbanFindings(bban: string | undefined, at: BodyPath): Finding[] {
  if (bban === undefined || isNorwegianAccountNumber(bban)) return [];
  const hasForm = norwegianAccountNumberPattern.test(bban);
  return [formatError([...at, 'bban'], hasForm ? 'bban.checkDigit' : 'bban.notNorwegian')];
}

/** The structure of a Norwegian IBAN includes the check digit of its account number. */
function ibanFindings(iban: string | undefined, at: BodyPath): Finding[] {
  if (iban === undefined) return [];
  const path = [...at, 'iban'];
  if (!isValidIBAN(iban)) return [formatError(path, 'iban.invalid')];
  return iban.startsWith('NO') ? [] : [formatError(path, 'iban.notNorwegian')];
}
