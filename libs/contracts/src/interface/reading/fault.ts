import type { MessageCode } from '../../base/codes/message-codes.js';
import { jsonPointer } from '../../base/json/json-value.js';
import type { BodyPath } from '../../base/json/json-value.js';
import type { TextKey } from '../../base/texts/en.js';
import type { TextParams } from '../../base/texts/text-of.js';

/**
 * Invalid input in a request, before it becomes a `tppMessages` element (specification §7). Warnings
 * have the same shape and stand in a separate list.
 */
export interface Fault {
  readonly code: MessageCode;
  /** JSON pointer (RFC 6901) into the body, or the name of a header or query parameter. */
  readonly path: string;
  /** The rule that the input breaks: the key of its text in every language. */
  readonly rule: TextKey;
  readonly params: TextParams;
}

/** A fault of a body, before its path becomes a JSON pointer. */
export interface BodyFault {
  readonly at: BodyPath;
  readonly code: MessageCode;
  readonly rule: TextKey;
  readonly params: TextParams;
  /** The members of `at` that lead to this fault. A fault of one of these members hides this fault. */
  readonly derivedFrom?: readonly string[];
  /** Other places whose faults hide this fault. */
  readonly hiddenBy?: readonly BodyPath[];
}

/** A fault with the code FORMAT_ERROR. */
export function formatFault(at: BodyPath, rule: TextKey, params: TextParams = {}): BodyFault {
  return { at, code: 'FORMAT_ERROR', rule, params };
}

/** A fault about a date on which a payment cannot be executed. */
export function executionDateInvalid(
  at: BodyPath,
  rule: TextKey,
  params: TextParams = {},
): BodyFault {
  return { at, code: 'EXECUTION_DATE_INVALID', rule, params };
}

/** The fault with a JSON pointer. */
export function toFault({ at, code, rule, params }: BodyFault): Fault {
  return { code, path: jsonPointer(at), rule, params };
}

/** Most faults that one answer reports: a body can have thousands, and each costs a message. */
export const faultCountMax = 100;

/** The first faults of a request, at most `faultCountMax`. The last one says so where others were left out. */
export function firstFaults(faults: readonly Fault[]): Fault[] {
  if (faults.length <= faultCountMax) return [...faults];
  const named = faultCountMax - 1;
  const cut = toFault(formatFault([], 'faults.more', { count: named }));
  return [...faults.slice(0, named), cut];
}

/** The fault of an account without any number. */
export const missingAccountFault = (at: BodyPath): BodyFault => ({
  ...formatFault(at, 'account.missing'),
  derivedFrom: ['bban', 'iban'],
});
