import { isDeepStrictEqual } from 'node:util';
import { pathOfPointer } from '@nordgate/contracts/http';
import type { Values } from './values.js';

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

/** An expectation that failed. */
export interface Unmet {
  /** A member, a header, a parameter, or the status. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

/** The keywords of a matcher (scenario-schema.ts). */
interface Matcher {
  readonly is?: unknown;
  readonly not?: unknown;
  readonly pattern?: string;
  readonly absent?: true;
  readonly present?: true;
  readonly oneOf?: readonly unknown[];
  readonly length?: number;
  readonly contains?: unknown;
  readonly changes?: { readonly from: string; readonly by: string };
}

/** What one keyword says about a value. */
interface Verdict {
  readonly holds: boolean;
  readonly expected: string;
}

/** What each of these is compared with, by header, pointer or parameter. */
const compared = ['headers', 'body', 'redirect'] as const;

/**
 * An expectation with its values. What the file has as a text is a plain value also where its `${…}` stands for an object:
 * only the file says what is a matcher.
 */
export function filledExpectation<T extends object>(values: Values, expected: T): T {
  const filled = { ...values.fill(expected) } as Record<string, unknown>;
  for (const part of compared) {
    const wanted = (expected as Readonly<Record<string, unknown>>)[part];
    if (typeof wanted !== 'object' || wanted === null) continue;
    const plain = Object.entries(filled[part] as object).map(([name, value]: [string, unknown]) => {
      const inFile = (wanted as Readonly<Record<string, unknown>>)[name];
      return [name, typeof inFile === 'string' && isMatcher(value) ? { is: value } : value];
    });
    filled[part] = Object.fromEntries(plain);
  }
  return filled as T;
}

/** The member of a JSON value at a pointer. Undefined when there is none. */
export function memberAt(json: unknown, pointer: string): unknown {
  return pathOfPointer(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    json,
  );
}

/** Compares a value with a plain value, or with the keywords of a matcher. */
export function unmetAt(at: string, got: unknown, wanted: unknown): readonly Unmet[] {
  const verdicts = isMatcher(wanted) ? verdictsOf(got, wanted) : [equality(got, wanted)];
  return verdicts
    .filter(({ holds }) => !holds)
    .map(({ expected }) => ({ at, expected, got: shown(got) }));
}

/** A value in one short line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function isMatcher(wanted: unknown): wanted is Matcher {
  return typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
}

function verdictsOf(got: unknown, wanted: Matcher): readonly Verdict[] {
  return Object.entries(wanted).map(([keyword, value]) => {
    const judge = keywords[keyword as keyof Matcher];
    return judge(got, value);
  });
}

const keywords: Readonly<Record<keyof Matcher, (got: unknown, wanted: unknown) => Verdict>> = {
  is: equality,
  not: (got, wanted) => ({
    holds: got !== undefined && !isDeepStrictEqual(got, wanted),
    expected: `another value than ${shown(wanted)}`,
  }),
  pattern: (got, wanted) => ({
    holds: typeof got === 'string' && new RegExp(String(wanted), 'u').test(got),
    expected: `text like /${String(wanted)}/`,
  }),
  absent: (got) => ({ holds: got === undefined, expected: 'nothing' }),
  present: (got) => ({ holds: got !== undefined, expected: 'a value' }),
  oneOf: (got, wanted) => ({
    holds: (wanted as readonly unknown[]).some((one) => isDeepStrictEqual(got, one)),
    expected: `one of ${shown(wanted)}`,
  }),
  length: (got, wanted) => ({
    holds: Array.isArray(got) && got.length === wanted,
    expected: `a list of ${String(wanted)}`,
  }),
  contains: (got, wanted) => ({
    holds: containsIt(got, wanted),
    expected: `something with ${shown(wanted)}`,
  }),
  changes: (got, wanted) => {
    const { from, by } = wanted as { readonly from: string; readonly by: string };
    const sum = sumOf(String(from), String(by));
    return {
      holds: sum !== undefined && isSameDecimal(String(got), sum),
      expected: `${sum ?? 'a decimal'}, which is ${from} and ${by}`,
    };
  },
};

function equality(got: unknown, wanted: unknown): Verdict {
  return { holds: isDeepStrictEqual(got, wanted), expected: shown(wanted) };
}

function containsIt(got: unknown, wanted: unknown): boolean {
  if (typeof got === 'string') return got.includes(String(wanted));
  return Array.isArray(got) && got.some((one) => hasMembersOf(one, wanted));
}

/** Whether a value has the members of another one, and maybe more. */
function hasMembersOf(got: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return isDeepStrictEqual(got, wanted);
  if (typeof got !== 'object' || got === null) return false;
  return Object.entries(wanted).every(([name, one]) =>
    hasMembersOf((got as Readonly<Record<string, unknown>>)[name], one),
  );
}
