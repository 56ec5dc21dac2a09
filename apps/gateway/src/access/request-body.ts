import { parseJsonBody } from '@nordgate/contracts';
import type { BankProfile, BodyType, Fault } from '@nordgate/contracts';
import { fault, Refused } from '../reply/refused.js';
import type { Caller } from './caller.js';

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
  const context = { today: todayInOslo(), fixes: caller.fixes, structuredAddressesFrom };
  const body = type.parse(json.value, context);
  if ('faults' in body) throw new Refused(body.faults);
  return body;
}

const osloDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' });
let known = { minute: -1, date: '' };

/** Today in Europe/Oslo, YYYY-MM-DD; worked out once a minute, as time zones are slow to ask. */
function todayInOslo(): string {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute !== known.minute) known = { minute, date: osloDate.format(new Date()) };
  return known.date;
}
