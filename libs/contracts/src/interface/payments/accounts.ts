import { isValidIBAN } from 'ibantools';
import { isSepaIban } from '../../base/codes/dated-lists.js';
import type { BodyPath } from '../../base/json/json-value.js';
import {
  bbanOf,
  isNorwegianAccountNumber,
  norwegianAccountNumberPattern,
} from '../../base/rules/account-numbers.js';
import type { AccountReference } from './account-reference.js';
import type { CrossBorderPaymentInitiation } from './single-payments.js';
import { formatFault, missingAccountFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { Partly } from '../reading/rule.js';

/**
 * Rules of an account at a Norwegian bank: a bban, an iban or both, with correct check digits, and both
 * for one account. Every debtor has such an account, and the creditor of a domestic payment has one.
 */
export function domesticAccountFaults(
  account: Partly<AccountReference> | undefined,
  at: BodyPath,
): BodyFault[] {
  if (account === undefined) return [];
  const { bban, iban } = account;
  if (bban === undefined && iban === undefined) {
    return [missingAccountFault(at)];
  }
  const faults = [...bbanFaults(bban, at), ...ibanFaults(iban, at)];
  const disagree =
    faults.length === 0 && bban !== undefined && iban !== undefined && !iban.endsWith(bban);
  return disagree ? [formatFault([...at, 'iban'], 'account.disagree')] : faults;
}

function bbanFaults(bban: string | undefined, at: BodyPath): BodyFault[] {
  if (bban === undefined || isNorwegianAccountNumber(bban)) return [];
  const hasForm = norwegianAccountNumberPattern.test(bban);
  return [formatFault([...at, 'bban'], hasForm ? 'bban.checkDigit' : 'bban.notNorwegian')];
}

/** The structure of a Norwegian IBAN includes the check digit of its account number. */
function ibanFaults(iban: string | undefined, at: BodyPath): BodyFault[] {
  if (iban === undefined) return [];
  const path = [...at, 'iban'];
  if (!isValidIBAN(iban)) return [formatFault(path, 'iban.invalid')];
  return iban.startsWith('NO') ? [] : [formatFault(path, 'iban.notNorwegian')];
}

/**
 * Rules of the account of a creditor abroad: a valid iban, or a bban of any country. The schema checks
 * the form of the bban.
 */
export function foreignAccountFaults(
  account: Partly<AccountReference> | undefined,
  at: BodyPath,
): BodyFault[] {
  if (account === undefined) return [];
  const { bban, iban } = account;
  if (bban === undefined && iban === undefined) {
    return [missingAccountFault(at)];
  }
  if (iban === undefined || isValidIBAN(iban)) return [];
  return [formatFault([...at, 'iban'], 'iban.invalid')];
}

/** The creditor's account is not the debtor's, whichever of bban and iban names each of them. */
export function sameAccountFaults(
  creditor: Partly<AccountReference> | undefined,
  debtor: Partly<AccountReference> | undefined,
  at: BodyPath = [],
): BodyFault[] {
  const numbers = new Set(numbersOf(debtor));
  const isSame = numbersOf(creditor).some((number) => numbers.has(number));
  return isSame ? [formatFault([...at, 'creditorAccount'], 'account.same')] : [];
}

function numbersOf({ bban, iban }: Partly<AccountReference> = {}): readonly string[] {
  const inside = iban === undefined ? undefined : bbanOf({ iban });
  return [bban, iban, inside].flatMap((number) => number ?? []);
}

/**
 * Whether a payment can go by SEPA: euros to an account with the iban of a country of the area. Such a
 * payment cannot be urgent (specification §9, release 1.23.4).
 */
export function urgencyFaults({
  serviceLevel,
  creditorAccount,
  instructedAmount,
}: Partly<CrossBorderPaymentInitiation>): BodyFault[] {
  if (serviceLevel !== 'URGP' || instructedAmount?.currency !== 'EUR') return [];
  const isSepa = isSepaIban(creditorAccount?.iban ?? '');
  return isSepa ? [formatFault(['serviceLevel'], 'serviceLevel.sepa')] : [];
}

/** Rules of the account of a creditor in the SEPA area: an iban of one of its countries. */
export function sepaAccountFaults(
  account: Partly<AccountReference> | undefined,
  at: BodyPath,
): BodyFault[] {
  if (account === undefined) return [];
  const path = [...at, 'iban'];
  const { iban } = account;
  if (iban === undefined) {
    return [{ ...formatFault(path, 'iban.required'), derivedFrom: ['iban'] }];
  }
  if (!isValidIBAN(iban)) return [formatFault(path, 'iban.invalid')];
  return isSepaIban(iban) ? [] : [formatFault(path, 'iban.notSepa', { country: iban.slice(0, 2) })];
}
