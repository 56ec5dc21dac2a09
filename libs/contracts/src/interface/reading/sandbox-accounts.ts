import { isValidIBAN } from 'ibantools';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath } from '../../base/json/json-value.js';
import {
  ibanCheckDigits,
  isNorwegianAccountNumber,
  norwegianAccountNumberPattern,
} from '../../base/rules/account-numbers.js';
import type { AccountNumbers } from '../../base/rules/account-numbers.js';
import { formatFault, missingAccountFault } from './fault.js';
import type { BodyFault } from './fault.js';
import type { BodyContext, Partly } from './rule.js';

const norwegianIban = /^NO\d{13}$/u;

/**
 * Rules of the numbers of an account of the sandbox. Their structure is checked, and both name one account;
 * a wrong check digit of the account number is a warning only.
 */
export function sandboxNumberFaults(
  { bban, iban }: Partly<AccountNumbers>,
  at: BodyPath,
): BodyFault[] {
  if (iban === undefined) return [];
  const path = [...at, 'iban'];
  if (!norwegianIban.test(iban)) return [formatFault(path, 'iban.notNorwegian')];
  if (!hasCheckDigits(iban)) return [formatFault(path, 'iban.invalid')];
  const disagree = bban !== undefined && !iban.endsWith(bban);
  return disagree ? [formatFault(path, 'account.disagree')] : [];
}

/** Rules of the account of a party in test data: of any bank, and a Norwegian one as above. */
export function sandboxPartyFaults(
  account: Partly<AccountNumbers> | undefined,
  at: BodyPath,
): BodyFault[] {
  if (account === undefined) return [];
  const { bban, iban } = account;
  if (bban === undefined && iban === undefined) {
    return [missingAccountFault(at)];
  }
  if (iban?.startsWith('NO')) {
    const isNorwegian = bban === undefined || norwegianAccountNumberPattern.test(bban);
    return sandboxNumberFaults(isNorwegian ? account : { iban }, at);
  }
  return iban === undefined || isValidIBAN(iban)
    ? []
    : [formatFault([...at, 'iban'], 'iban.invalid')];
}

/** Warnings about a wrong check digit in the account number, or in the iban where it stands alone. */
export function checkDigitWarnings(
  { bban, iban }: Partly<AccountNumbers>,
  at: BodyPath = [],
): BodyFault[] {
  const number = bban ?? iban?.slice(4);
  if (number === undefined || isNorwegianAccountNumber(number)) return [];
  return [formatFault([...at, bban === undefined ? 'iban' : 'bban'], 'bban.checkDigitOfSandbox')];
}

function hasCheckDigits(iban: string): boolean {
  return ibanCheckDigits(iban.slice(0, 2), iban.slice(4)) === iban.slice(2, 4);
}

/** Faults that an account of the sandbox has because of its check digit. */
const ofCheckDigit: ReadonlySet<string> = new Set(['bban.checkDigit', 'iban.invalid']);

/**
 * The account numbers whose check digits are the only thing wrong with them, by the faults of a body:
 * each may be an account of the sandbox.
 */
export function numbersInDoubt(
  body: unknown,
  faults: readonly Pick<BodyFault, 'at' | 'rule'>[],
): string[] {
  const numbers = faults
    .filter(({ rule }) => ofCheckDigit.has(rule))
    .flatMap(({ at }) => numberOf(valueAt(body, at.slice(0, -1))) ?? []);
  return [...new Set(numbers)];
}

/** The members of a payment or a question about funds that name an account. */
const accountMembers: ReadonlySet<string> = new Set([
  'debtorAccount',
  'creditorAccount',
  'account',
]);

/** All account numbers of a body with wrong check digits: its first faults may leave some out. */
export function doubtfulNumbersIn(body: unknown): string[] {
  if (Array.isArray(body)) return [...new Set(body.flatMap(doubtfulNumbersIn))];
  if (!isJsonObject(body)) return [];
  const numbers = Object.entries(body).flatMap(([name, value]) => {
    const number = accountMembers.has(name) ? numberOf(value) : undefined;
    if (number !== undefined) return isNorwegianAccountNumber(number) ? [] : [number];
    return doubtfulNumbersIn(value);
  });
  return [...new Set(numbers)];
}

/** The faults without those of accounts of the sandbox. */
export function withoutSandboxAccounts(
  body: unknown,
  faults: BodyFault[],
  { sandboxNumbers }: Pick<BodyContext, 'sandboxNumbers'>,
): BodyFault[] {
  if (sandboxNumbers === undefined) return faults;
  const isKnown = (fault: BodyFault) =>
    numbersInDoubt(body, [fault]).some((number) => sandboxNumbers.has(number));
  return faults.filter((fault) => !isKnown(fault));
}

/** The one number of an account whose iban has its own right check digits. */
function numberOf(account: unknown): string | undefined {
  if (!isJsonObject(account)) return undefined;
  const { bban, iban } = account;
  if (iban === undefined) return typeof bban === 'string' && isNumber(bban) ? bban : undefined;
  if (typeof iban !== 'string' || sandboxNumberFaults({ iban }, []).length > 0) return undefined;
  const number = iban.slice(4);
  return bban === undefined || bban === number ? number : undefined;
}

function isNumber(text: string): boolean {
  return norwegianAccountNumberPattern.test(text);
}

function valueAt(body: unknown, at: BodyPath): unknown {
  let value = body;
  for (const step of at) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}
