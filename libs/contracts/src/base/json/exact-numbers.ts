import { withoutZerosAtEnd } from '../rules/exact-amounts.js';

const numberForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u;

/** Beyond this exponent a number has more digits than any amount, or more decimals than any currency. */
const exponentMax = 40;

/** A longer text is no amount: the forms of amounts refuse it as it is. */
const sourceLengthMax = 120;

/**
 * The decimal string of a JSON number from its text (RFC 8259 section 6), exactly: 1.50e3 is "1500", and
 * -0.0 is "0". A text that is longer than every amount, or has an exponent beyond it, comes back as it is.
 */
export function decimalOf(source: string): string {
  if (source.length > sourceLengthMax) return source;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] =
    numberForm.exec(source) ?? [];
  const exponent = Number(exponentText);
  if (whole === '' || Math.abs(exponent) > exponentMax) return source;
  const digits = `${'0'.repeat(exponentMax)}${whole}${fraction}${'0'.repeat(exponentMax)}`;
  const point = exponentMax + whole.length + exponent;
  const units = digits.slice(0, point).replace(/^0+(?=\d)/u, '');
  const decimals = withoutZerosAtEnd(digits.slice(point));
  const decimal = decimals === '' ? units : `${units}.${decimals}`;
  return decimal === '0' ? '0' : `${sign}${decimal}`;
}

/** A JSON value with the exact text of its numbers: what TypeScript's library does not know of yet. */
interface ExactJson {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

const exactJson = JSON as unknown as ExactJson;

/**
 * A decimal string as a value that JSON.stringify writes as this number, digit by digit. It is a number
 * in the answer only: nothing can calculate with it. Throws SyntaxError for a text that is no JSON number.
 */
export function exactNumber(decimal: string): number {
  return exactJson.rawJSON(decimal) as number;
}

/** Parses a JSON text with every number in its exact text. Throws SyntaxError for malformed JSON. */
export function parseExactly(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? exactJson.rawJSON(source) : value,
  );
}

/**
 * Parses a JSON text in which some members are amounts: a number there becomes its decimal string, and
 * never a float. Throws SyntaxError for malformed JSON.
 */
export function parseWithDecimals(text: string, decimals: ReadonlySet<string>): unknown {
  return exactJson.parse(text, (key, value, { source }) =>
    typeof value === 'number' && source !== undefined && decimals.has(key)
      ? decimalOf(source)
      : value,
  );
}
