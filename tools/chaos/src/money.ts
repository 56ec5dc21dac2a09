const decimals = 2;

/** A decimal amount in its smallest unit. @throws Error when the text is not digits and a point */
export function minorOf(amount: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (match === null) throw new Error(`${amount} is no amount`);
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The sum of decimal amounts, in the smallest unit. */
export function sumOf(amounts: Iterable<string>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += minorOf(amount);
  return sum;
}

/** A number of smallest units as the decimal amount of a request. */
export function amountOf(minor: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** More than anybody has in the sandbox: nine million. */
const beyondFunds = 900_000_000;

/** Amounts that never repeat, so that no payment can replace another in a sum. */
export class Amounts {
  private last = 100;

  next(): string {
    this.last += 1;
    return amountOf(this.last);
  }

  /** An amount that no account can pay. */
  nextBeyondFunds(): string {
    this.last += 1;
    return amountOf(this.last + beyondFunds);
  }
}
