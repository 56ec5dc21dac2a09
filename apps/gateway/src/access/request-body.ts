import { parseJsonBody } from '@nordgate/contracts/http';
import { bodyRulesOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { BodyType, Fault } from '@nordgate/contracts/http';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import { dayInOslo } from '@nordgate/contracts/rules';

/** A valid body, with warnings about its discouraged parts. */
export interface ReadBody<T> {
  readonly value: T;
  readonly warnings: readonly Fault[];
  /** The place in the sent body of a place in `value`. */
  readonly sentPlace: (at: readonly (string | number)[]) => readonly (string | number)[];
}

/** Parses the bytes of a verified request as a body. Throws RequestError with all its faults. */
export function readBody<T>(
  type: BodyType<T>,
  bytes: unknown,
  caller: Caller,
  profile: BankProfile,
): ReadBody<T> {
  if (!Buffer.isBuffer(bytes)) throw new RequestError([fault('FORMAT_ERROR', 'json.empty')]);
  const json = parseJsonBody(bytes);
  if ('faults' in json) throw new RequestError(json.faults);
  const context = { ...bodyRulesOf(profile, dayInOslo(new Date())), fixes: caller.fixes };
  const body = type.parse(json.value, context);
  if ('faults' in body) throw new RequestError(body.faults);
  return body;
}
