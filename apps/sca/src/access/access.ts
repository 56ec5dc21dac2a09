import type {
  AccessCarriedForward,
  AccessEvent,
  AccessGranted,
  AccessRevoked,
  Initiator,
  PsuContext,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { StreamId } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** What a TPP may read of a customer's accounts in one context (specification 5.10, 5.14). */
export type Access = NoAccess | GrantedAccess | RevokedAccess;

export interface NoAccess {
  readonly is: 'none';
  /** When the bank erased what it knew of the access, ISO 8601. */
  readonly forgottenAt?: string;
}

export interface GrantedAccess extends Grant {
  readonly is: 'granted';
  readonly ended: readonly EndedConsent[];
}

export interface RevokedAccess extends Grant {
  readonly is: 'revoked';
  readonly revokedAt: string;
  /** The revoked consent is the first. */
  readonly ended: readonly EndedConsent[];
}

/** The last grant. */
export type Grant = AccessGranted['data'];

/** A consent that is over before its time, and what ended it. */
export interface EndedConsent {
  readonly consentId: string;
  readonly by: AccessRevoked['data']['by'] | 'replaced';
}

/** So many ended consents are remembered; an older one reads as replaced. */
const endedMax = 50;

function evolve(access: Access, event: AccessEvent): Access {
  switch (event.type) {
    case 'AccessGranted': {
      const ended = access.is === 'none' ? [] : access.ended;
      const before =
        access.is === 'granted' ? [{ consentId: access.consentId, by: 'replaced' as const }] : [];
      return { ...event.data, is: 'granted', ended: [...before, ...ended].slice(0, endedMax) };
    }
    case 'AccessRevoked': {
      if (access.is !== 'granted') throw new Error(`access that is ${access.is} was revoked`);
      const { by, consentId, at: revokedAt } = event.data;
      const ended = [{ consentId, by }, ...access.ended].slice(0, endedMax);
      return { ...access, is: 'revoked', revokedAt, ended };
    }
    case 'AccessForgotten':
      return { is: 'none', forgottenAt: event.data.at };
    case 'AccessCarriedForward':
      return carriedOver(event.data);
    default:
      return unreachable(event);
  }
}

function carriedOver({
  carriedAt: _carriedAt,
  revokedAt,
  ...known
}: AccessCarriedForward['data']): GrantedAccess | RevokedAccess {
  return revokedAt === undefined
    ? { ...known, is: 'granted' }
    : { ...known, is: 'revoked', revokedAt };
}

/** Streams `access-<tpp>-<customer>-<context>`, after a reset of the sandbox with its generation. */
export const accessStream = streamType<Access, AccessEvent, 'access'>({
  name: streams.access.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    AccessGranted: { version: 1 },
    AccessRevoked: { version: 1 },
    AccessForgotten: { version: 1 },
    AccessCarriedForward: { version: 1 },
  },
  forgottenBy: 'AccessForgotten',
  carriedForwardBy: 'AccessCarriedForward',
});

/** The stream of a TPP's access to a customer's accounts in a context: the agreement, or PRIVATE. */
export function accessStreamId(
  generation: number,
  tpp: string,
  customerId: string,
  { context, corporateId }: { readonly context: PsuContext; readonly corporateId?: string },
): StreamId<'access'> {
  return streams.access.id(generation, tpp, customerId, corporateId ?? context);
}

/**
 * What an access serves that a TPP with these roles asks for. Without the role of an account information provider
 * the TPP may only ask whether an amount is there; undefined when it may read.
 */
export function scopeOf(roles: Initiator['roles']): Grant['scope'] {
  return roles === undefined || roles.includes('PSP_AI') ? undefined : 'funds';
}

/** Whether the PSU picked neither an account nor a card account. */
export function grantsNothing({
  accounts = [],
  cardAccounts = [],
}: Partial<Pick<Grant, 'accounts' | 'cardAccounts'>>): boolean {
  return accounts.length === 0 && cardAccounts.length === 0;
}

/** Whether an approval of a consent picked nothing: it ends the access that was there, and gives none. */
export function endsAccess(outcome: Partial<Pick<Grant, 'accounts' | 'cardAccounts'>>): boolean {
  return outcome.accounts !== undefined && grantsNothing(outcome);
}

/**
 * When the PSU last decided about an access, or asked the bank to erase it, ISO 8601; undefined when they never have. A
 * TPP ends one consent only, by another clock: that must not outweigh what the PSU grants afterwards.
 */
export function lastDecisionOf(access: GrantedAccess | RevokedAccess): string;
export function lastDecisionOf(access: Access): string | undefined;
export function lastDecisionOf(access: Access): string | undefined {
  if (access.is === 'none') return access.forgottenAt;
  const isByPsu = access.is === 'revoked' && access.ended[0]?.by === 'psu';
  return isByPsu ? access.revokedAt : access.at;
}
