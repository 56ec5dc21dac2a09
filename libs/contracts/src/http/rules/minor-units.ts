import { MINOR_UNITS } from '../../codes/minor-units.js';
import type { Amount } from '../amount.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import type { Partly } from './partly.js';

/** An amount has no more decimals than its currency has (specification §2.3, ISO 4217 minor units). */
export function minorUnitFindings(amount: Partly<Amount> | undefined, at: BodyPath): Finding[] {
  if (amount?.amount === undefined || amount.currency === undefined) return [];
  const digits = MINOR_UNITS[amount.currency];
  if (decimalCount(amount.amount) <= digits) return [];
  const { currency } = amount;
  return [formatError([...at, 'amount'], 'amount.minorUnits', { currency, digits })];
}

function decimalCount(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}
