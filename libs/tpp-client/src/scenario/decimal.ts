interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The exact sum of two decimals. Undefined when one of them is no decimal. */
export function sumOf(left: string, right: string): string | undefined {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  if (one === undefined || other === undefined) return undefined;
  const scale = Math.max(one.scale, other.scale);
  return written({ digits: at(one, scale) + at(other, scale), scale });
}

/** Whether two decimals are the same amount: 1.5 is 1.50. */
export function isSameDecimal(left: string, right: string): boolean {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  if (one === undefined || other === undefined) return false;
  const scale = Math.max(one.scale, other.scale);
  return at(one, scale) === at(other, scale);
}

function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = ''] =
    /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

function at({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

function written({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  const unsigned = scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return digits < 0n ? `-${unsigned}` : unsigned;
}
