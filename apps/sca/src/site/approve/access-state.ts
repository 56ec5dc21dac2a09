import { consentRefusal } from '../../access/access-answer.js';
import { scopeOf } from '../../access/access.js';
import type { Access, GrantedAccess } from '../../access/access.js';
import type { Link } from '../../authorisation/authorisation.js';
import { contextKey } from '../content/acting-context.js';

/** What is in force between a TPP and a customer in one context, before the PSU decides. */
export type AccessState =
  | { readonly is: 'none' }
  | { readonly is: 'live'; readonly access: GrantedAccess }
  /** Its 180 days are over; `until` is ISO 8601. */
  | { readonly is: 'expired'; readonly until: string }
  /** The PSU or the TPP ended it, ISO 8601. */
  | { readonly is: 'ended'; readonly at: string };

/** The accesses of a TPP: that in the context of the page, and those in force in other contexts. */
export interface KnownAccess {
  readonly here: AccessState;
  readonly elsewhere: readonly GrantedAccess[];
}

/** Sorts the accesses of a customer: those of this TPP, in the context with this key and in others. */
export function knownAccess(
  accesses: readonly Access[],
  { context, now, tpp }: { readonly tpp: string; readonly context: string; readonly now: string },
): KnownAccess {
  const own = accesses.filter((one) => one.is !== 'none').filter((one) => one.tpp === tpp);
  const here = own.find((one) => contextKey(one) === context);
  return {
    here: accessState(here ?? { is: 'none' }, now),
    elsewhere: own
      .filter((one) => one.is === 'granted')
      .filter((one) => contextKey(one) !== context && consentRefusal(one, now) === undefined),
  };
}

/** The live access here that serves what a TPP with these roles asks for: an access to ask about amounts reads nothing. */
export function liveAccessFor(
  { here }: KnownAccess,
  { roles }: Pick<Link['initiator'], 'roles'>,
): GrantedAccess | undefined {
  return here.is === 'live' && here.access.scope === scopeOf(roles) ? here.access : undefined;
}

function accessState(access: Access, now: string): AccessState {
  switch (access.is) {
    case 'none':
      return access;
    case 'revoked':
      return { is: 'ended', at: access.revokedAt };
    case 'granted':
      return consentRefusal(access, now) === undefined
        ? { is: 'live', access }
        : { is: 'expired', until: access.validUntil };
  }
}
