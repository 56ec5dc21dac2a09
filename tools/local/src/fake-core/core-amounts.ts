import { MINOR_UNITS } from '@nordgate/contracts/codes';
import { amountUnits } from '@nordgate/contracts/rules';

/** The decimals of the units in which `amountUnits` counts. */
const scale = 5;

/** An amount in units of 0.00001, with a sign. */
export function signedUnits(amount: string): bigint {
  return amount.startsWith('-') ? -amountUnits(amount.slice(1)) : amountUnits(amount);
}

/** The amount that so many units of 0.00001 are. */
export function written(units: bigint, currency: keyof typeof MINOR_UNITS): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const decimals = MINOR_UNITS[currency];
  const whole = digits.slice(0, -scale);
  const fraction = digits.slice(-scale).slice(0, decimals);
  return `${units < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${fraction}`}`;
}
