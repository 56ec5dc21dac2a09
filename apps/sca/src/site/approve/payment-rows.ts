import type { Line } from '../content/creditor-lines.js';

/** One payment among several: the payee and the amount, with what is not common to all of them. */
export interface PaymentRow {
  readonly payee: string;
  readonly amount: string;
  /** The amount as the TPP sent it, for machines. */
  readonly exact: string;
  readonly lines: readonly Line[];
  /** Why approving does not pay this payment. */
  readonly mark?: string | undefined;
}

/**
 * What all rows without a mark say alike: the page says it once. An amount stays in its row, because each payment
 * costs it. Where all rows are marked, what they all say.
 */
export function commonLines(rows: readonly PaymentRow[]): readonly Line[] {
  const unmarked = rows.filter(({ mark }) => mark === undefined);
  const [first, ...others] = unmarked.length === 0 ? rows : unmarked;
  if (first === undefined) return [];
  return first.lines.filter(
    (line) => line.exact === undefined && others.every(({ lines }) => says(lines, line)),
  );
}

/** The rows without what is said once for all of them. */
export function withoutCommon(
  rows: readonly PaymentRow[],
  common: readonly Line[],
): readonly PaymentRow[] {
  return rows.map((row) => ({ ...row, lines: row.lines.filter((line) => !says(common, line)) }));
}

function says(lines: readonly Line[], { label, value }: Line): boolean {
  return lines.some((one) => one.label === label && one.value === value);
}
