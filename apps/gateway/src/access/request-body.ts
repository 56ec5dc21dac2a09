import { parseJsonBody } from '@nordgate/contracts/http';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { BodyType, Fault } from '@nordgate/contracts/http';
import { fault, Refused } from '../reply/refused.js';
import type { Caller } from './caller.js';
import { dayInOslo } from './day-in-oslo.js';

/** A body that may be acted upon, with what is discouraged in it. */
export interface ReadBody<T> {
  readonly value: T;
  readonly warnings: readonly Fault[];
}

/** Reads the octets of a verified request as a body. Throws Refused with all its faults. */
export function readBody<T>(
  type: BodyType<T>,
  octets: unknown,
  caller: Caller,
  { dates: { structuredAddressesFrom } }: BankProfile,
): ReadBody<T> {
  if (!Buffer.isBuffer(octets)) throw new Refused([fault('FORMAT_ERROR', 'json.empty')]);
  const json = parseJsonBody(octets);
  if ('faults' in json) throw new Refused(json.faults);
  const context = { today: dayInOslo(new Date()), fixes: caller.fixes, structuredAddressesFrom };
  const body = type.parse(json.value, context);
  if ('faults' in body) throw new Refused(body.faults);
  return body;
}
