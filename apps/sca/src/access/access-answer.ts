import type {
  AccessAnswer,
  AccessNeed,
  AccessRefusal,
  SessionAnswer,
  SessionRefusal,
} from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Access } from './access.js';
import { isAccessOver } from '../session/deadline.js';
import type { Session } from '../session/session.js';
import { sessionAnswer } from '../session/session.js';

/** What is known of a PSU and a TPP when accounts are to be read. */
export interface AccessFacts {
  readonly customerId: string;
  readonly session: Session;
  /** In the context of the request. */
  readonly access: Access;
}

/** The request, and when it is made. */
export interface AccessRequest {
  readonly tppSessionId: string;
  /** `funds`: the grant alone decides. */
  readonly need: AccessNeed | 'funds';
  readonly now: string;
  /** Whether the hour of the session does not count for a `recent` read. Default: it counts. */
  readonly isExempt?: boolean;
}

/**
 * Whether accounts may be read (specification 5.10, 5.13, 5.14, section 8). The consent is looked at
 * before the session: a new SCA without a new grant would not help a request that lacks both.
 */
export function accessAnswer(
  facts: AccessFacts,
  request: AccessRequest,
): Exclude<AccessAnswer, { readonly access: 'unknown-psu' }> {
  const { access, customerId, session } = facts;
  const { now } = request;
  const wrong = sessionRefusal(session, request);
  const code = consentRefusal(access, now) ?? scopeRefusal(access, request) ?? wrong;
  if (code === undefined && access.is === 'granted') {
    return { access: 'allowed', customerId, accounts: access.accounts };
  }
  const refused = { customerId, code: code ?? 'CONSENT_UNKNOWN' } as const;
  return { access: 'refused', ...refused, ...defined({ session: wrong }) };
}

/** Why the consent does not serve; undefined while it does. */
export function consentRefusal(access: Access, now: string): AccessRefusal | undefined {
  switch (access.is) {
    case 'none':
      return 'CONSENT_UNKNOWN';
    case 'revoked':
      return 'CONSENT_INVALID';
    case 'granted':
      return isAccessOver(access.validUntil, now) ? 'CONSENT_EXPIRED' : undefined;
  }
}

/** An access to ask about amounts alone gives nothing to read, also when its TPP has the role by now. */
function scopeRefusal(
  access: Access,
  { need }: Pick<AccessRequest, 'need'>,
): AccessRefusal | undefined {
  const isForFunds = access.is === 'granted' && access.scope === 'funds';
  return isForFunds && need !== 'funds' ? 'CONSENT_UNKNOWN' : undefined;
}

const refusalOf: {
  readonly [Answer in SessionAnswer['session']]: SessionRefusal | undefined;
} = {
  live: undefined,
  expired: 'SCA_EXPIRED',
  none: 'SCA_NOT_FOUND',
  'unknown-psu': 'SCA_NOT_FOUND',
};

/**
 * With the PSU present the hour counts, unless the bank exempts the read; without, only that no other session
 * was completed since. A TPP that confirms funds has no session.
 */
function sessionRefusal(
  session: Session,
  { need, now, tppSessionId, isExempt = false }: AccessRequest,
): SessionRefusal | undefined {
  if (need === 'funds') return undefined;
  const isLast = session.is === 'completed' && session.current.tppSessionId === tppSessionId;
  const isHourNeeded = need === 'attended' || (need === 'recent' && !isExempt);
  if (!isHourNeeded && isLast) return undefined;
  return refusalOf[sessionAnswer(session, tppSessionId, now).session];
}
