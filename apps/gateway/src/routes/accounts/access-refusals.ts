import type { Fault } from '@nordgate/contracts/http';
import type { AccessRefusal } from '@nordgate/contracts/queries';
import { readsWithoutPsu } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Caller } from '../../access/caller.js';
import { fault, RequestError } from '../../reply/request-error.js';

/** The text of each refusal. */
export const ruleOfRefusal: { readonly [Code in AccessRefusal]: TextKey } = {
  CONSENT_UNKNOWN: 'consent.unknown',
  CONSENT_INVALID: 'consent.ended',
  CONSENT_EXPIRED: 'consent.expired',
  SCA_NOT_FOUND: 'sca.none',
  SCA_EXPIRED: 'sca.expired',
};

/** A limit of reads or questions without the PSU in 24 hours. */
export interface UnattendedLimit {
  readonly rule: 'access.exceeded' | 'funds.exceeded';
  readonly max: number;
}

const secondMs = 1000;
/** The limits roll over 24 hours, so the next read is never further away. */
const windowSeconds = 24 * 60 * 60;

/** 429 with the time of the next possible read, which is rounded up to a second. `until`: ISO 8601. */
export function exceeded(until: string, { rule, max }: UnattendedLimit, now: Date): RequestError {
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / secondMs);
  const wait = Math.min(windowSeconds, Math.max(1, seconds));
  const params = { max, until: wholeSecond(until) };
  return new RequestError([fault('ACCESS_EXCEEDED', rule, '', params)], {
    headers: { 'retry-after': String(wait) },
  });
}

/** An instant (ISO 8601), rounded up to a second. */
export function wholeSecond(instant: string): string {
  const seconds = Math.ceil(Date.parse(instant) / secondMs);
  return new Date(seconds * secondMs).toISOString().replace('.000Z', 'Z');
}

/** The accounts of a list whose balances are left out, each with its place in the answer. */
export function warningsOfExceeded(
  list: 'accounts' | 'cardAccounts',
  found: readonly { readonly exceededUntil?: string }[],
): readonly Fault[] {
  return found.flatMap(({ exceededUntil }, at) => {
    if (exceededUntil === undefined) return [];
    const params = { max: readsWithoutPsu, until: wholeSecond(exceededUntil) };
    return [fault('ACCESS_EXCEEDED', 'access.exceeded', `/${list}/${String(at)}/balances`, params)];
  });
}

/** 403 for an account that is not granted. */
export function notGranted(): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'account.notGranted')], { status: 403 });
}

/** The caller without its PSU-ID, which was never issued to this TPP. */
export function asFirstContact({
  psuId: _psuId,
  corporateId: _corporateId,
  ...caller
}: Caller): Caller {
  return caller;
}
