import type { MessageCode } from '../codes/message-codes.js';
import type { TextKey } from '../texts/en.js';
import type { Fault, FaultParams } from './fault.js';
import { jsonPointer, type BodyPath } from './json-pointer.js';

/** A fault of a body while its place is still a list of member names and indexes. */
export interface Finding {
  readonly at: BodyPath;
  readonly code: MessageCode;
  readonly rule: TextKey;
  readonly params: FaultParams;
  /** Members of `at` this finding was derived from: if one of them is at fault itself, it says nothing. */
  readonly derivedFrom?: readonly string[];
}

/** A finding with the code most findings carry. */
export function formatError(at: BodyPath, rule: TextKey, params: FaultParams = {}): Finding {
  return { at, code: 'FORMAT_ERROR', rule, params };
}

/** A finding about a date on which a payment cannot be executed. */
export function executionDateInvalid(
  at: BodyPath,
  rule: TextKey,
  params: FaultParams = {},
): Finding {
  return { at, code: 'EXECUTION_DATE_INVALID', rule, params };
}

/** The finding as it leaves this library. */
export function toFault({ at, code, rule, params }: Finding): Fault {
  return { code, path: jsonPointer(at), rule, params };
}
