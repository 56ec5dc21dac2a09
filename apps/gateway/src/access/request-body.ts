import { parseJsonBody } from '@nordgate/contracts/http';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { BodyType, Fault } from '@nordgate/contracts/http';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import { dayInOslo } from '@nordgate/contracts/rules';

/** A valid body, with warnings about its discouraged parts. */
export interface ReadBody<T> {
  readonly value: T;
  readonly warnings: readonly Fault[];
}

/** Parses the bytes of a verified request as a body. Throws RequestError with all its faults. */
export function readBody<T>(
  type: BodyType<T>,
  bytes: unknown,
  caller: Caller,
  { dates: { structuredAddressesFrom }, kidAccounts = [] }: BankProfile,
): ReadBody<T> {
  if (!Buffer.isBuffer(bytes)) throw new RequestError([fault('FORMAT_ERROR', 'json.empty')]);
  const json = parseJsonBody(bytes);
  if ('faults' in json) throw new RequestError(json.faults);
  const today = dayInOslo(new Date());
  const context = { today, fixes: caller.fixes, structuredAddressesFrom, kidAccounts };
  const body = type.parse(json.value, context);
  if ('faults' in body) throw new RequestError(body.faults);
  return body;
}
