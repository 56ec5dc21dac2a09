/** The maximum number of decimals of an amount (specification 2.3: scale 5). */
const scale = 5;

/** An amount as instructions and the bank's profile write it. */
export interface WrittenAmount {
  /** A decimal without a sign. */
  readonly amount: string;
  readonly currency: string;
}

/** A decimal without a sign as a whole number of 0.00001. Exact. */
export function amountUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

/** Whether an amount is less than a limit, compared exactly; false in another currency. */
export function isBelow(amount: WrittenAmount, limit: WrittenAmount): boolean {
  return (
    amount.currency === limit.currency && amountUnits(amount.amount) < amountUnits(limit.amount)
  );
}

/** The exact sum of two decimals without a sign, with the decimals of the longer one. */
export function amountSum(one: string, other: string): string {
  const digits = (amountUnits(one) + amountUnits(other)).toString().padStart(scale + 1, '0');
  const decimals = Math.max(decimalsOf(one), decimalsOf(other));
  const whole = digits.slice(0, -scale);
  return decimals === 0 ? whole : `${whole}.${digits.slice(-scale).slice(0, decimals)}`;
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}
