import type {
  AuthorisationEvent,
  AuthorisationFailed,
  AuthorisationFailure,
  AuthorisationFinalised,
  AuthorisationOpened,
  ChallengeShown,
  PsuIdentified,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';
import type { Claim } from '@nordgate/decider';
import { failureCodes } from './failures.js';
import { openLinkClaim } from './open-links.js';
import type { ScaStatus } from '@nordgate/contracts/codes';
import { isOver } from '../session/deadline.js';

/**
 * One act of approving, step by step (scaStatus of the Berlin Group framework 1.3). `void` is one
 * that failed before its link was opened here: events of two services may arrive in either order.
 */
export type Authorisation =
  | { readonly is: 'none' }
  | { readonly is: 'void'; readonly failure: Failure }
  | Received
  | Identified
  | Challenged
  | Finalised
  | Failed;

/** What the link carries, known as soon as the authorisation is open. */
export type Link = Omit<AuthorisationOpened['data'], 'expiresAt'>;

/** Who logged in, and in which browser. */
export type Psu = Pick<PsuIdentified['data'], 'customerId' | 'psuId' | 'browser'>;

/** What was shown, and how the PSU is to prove that they approve it. */
export type Challenge = Omit<ChallengeShown['data'], 'resource' | 'at'>;

export type Failure = Pick<AuthorisationFailed['data'], 'code' | 'reason'>;

export interface Received extends Link {
  readonly is: 'received';
  readonly expiresAt: string;
  readonly wrongLogIns: number;
}

export interface Identified extends Link {
  readonly is: 'psuIdentified';
  readonly expiresAt: string;
  readonly psu: Psu;
}

export interface Challenged extends Link {
  readonly is: 'scaMethodSelected';
  readonly expiresAt: string;
  readonly psu: Psu;
  readonly challenge: Challenge;
  readonly wrongCodes: number;
}

export interface Finalised extends Link {
  readonly is: 'finalised';
  readonly psu: Psu;
  readonly outcome: Omit<AuthorisationFinalised['data'], 'resource' | 'customerId' | 'psuId'>;
  /** When the PSU ended the visit of the bank's own pages, ISO 8601. */
  readonly endedAt?: string;
}

export interface Failed extends Link {
  readonly is: 'failed';
  /** Absent when nobody had logged in. */
  readonly psu?: Psu;
  readonly failure: Failure;
}

/** An authorisation that may still be approved. */
export type Open = Received | Identified | Challenged;

function evolve(authorisation: Authorisation, event: AuthorisationEvent): Authorisation {
  switch (event.type) {
    case 'AuthorisationOpened':
      return opened(authorisation, event.data);
    case 'PsuIdentified': {
      const { customerId, psuId, browser, expiresAt } = event.data;
      const psu = { customerId, psuId, browser };
      return { ...linkOf(openOf(authorisation)), is: 'psuIdentified', expiresAt, psu };
    }
    case 'ChallengeShown':
      return challenged(openOf(authorisation), event.data);
    case 'CodeRefused':
      return guessed(openOf(authorisation));
    case 'AuthorisationFinalised':
      return finalised(openOf(authorisation), event.data);
    case 'AuthorisationRefused':
      return failed(openOf(authorisation), refusalOf(event.data.reason ?? 'refused'));
    case 'AuthorisationFailed': {
      const { code, reason } = event.data;
      return failedBy(authorisation, { code, reason });
    }
    case 'VisitEnded':
      return ended(authorisation, event.data.at);
    default:
      return unreachable(event);
  }
}

function opened(authorisation: Authorisation, data: AuthorisationOpened['data']): Authorisation {
  const { expiresAt, ...link } = data;
  return authorisation.is === 'void'
    ? { ...link, is: 'failed', failure: authorisation.failure }
    : { ...link, is: 'received', expiresAt, wrongLogIns: 0 };
}

function challenged(open: Open, data: ChallengeShown['data']): Challenged {
  const { method, nonce, context, corporateId, approves, accounts, cardAccounts } = data;
  const what = { approves, accounts, cardAccounts };
  const challenge = defined({ method, nonce, context, corporateId, ...what });
  const { expiresAt } = open;
  const wrongCodes = open.is === 'scaMethodSelected' ? open.wrongCodes : 0;
  const psu = psuOf(open);
  return { ...linkOf(open), is: 'scaMethodSelected', expiresAt, psu, challenge, wrongCodes };
}

function finalised(open: Open, data: AuthorisationFinalised['data']): Finalised {
  const { context, corporateId, approved, declined, accounts, cardAccounts, at } = data;
  const what = { approved, declined, accounts, cardAccounts };
  const outcome = defined({ context, corporateId, ...what, at });
  return { ...linkOf(open), is: 'finalised', psu: psuOf(open), outcome };
}

function guessed(open: Open): Authorisation {
  switch (open.is) {
    case 'received':
      return { ...open, wrongLogIns: open.wrongLogIns + 1 };
    case 'scaMethodSelected':
      return { ...open, wrongCodes: open.wrongCodes + 1 };
    case 'psuIdentified':
      throw new Error('a code was refused before one was shown');
    default:
      return unreachable(open);
  }
}

function failedBy(authorisation: Authorisation, failure: Failure): Authorisation {
  if (authorisation.is === 'none') return { is: 'void', failure };
  // The TPP calls off a consent whose first authorisation has failed before.
  if (authorisation.is === 'failed') return { ...authorisation, failure };
  return failed(openOf(authorisation), failure);
}

function ended(authorisation: Authorisation, endedAt: string): Finalised {
  if (authorisation.is !== 'finalised') {
    throw new Error(`an authorisation that is ${authorisation.is} has opened no visit`);
  }
  return { ...authorisation, endedAt };
}

function refusalOf(reason: 'refused' | 'not-debitable'): Failure {
  return { code: failureCodes[reason], reason };
}

function failed(open: Open, failure: Failure): Failed {
  const known = open.is === 'received' ? {} : { psu: open.psu };
  return { ...linkOf(open), is: 'failed', ...known, failure };
}

function openOf(authorisation: Authorisation): Open {
  if (!isOpen(authorisation)) {
    throw new Error(`an authorisation that is ${authorisation.is} cannot change`);
  }
  return authorisation;
}

function psuOf(open: Open): Psu {
  if (open.is === 'received') throw new Error('nobody has logged in');
  return open.psu;
}

function linkOf({ resource, initiator, tokenHash, place }: Link): Link {
  return { resource, initiator, tokenHash, ...defined({ place }) };
}

/** Whether it may still be approved, its deadline apart. */
export function isOpen(authorisation: Authorisation): authorisation is Open {
  const { is } = authorisation;
  return is === 'received' || is === 'psuIdentified' || is === 'scaMethodSelected';
}

/**
 * Whether the bank's own site has opened an authorisation of a payment or basket, for a second
 * signer. No TPP waits for this PSU, so the approval starts no session and redirects to no TPP.
 */
export function isOpenedHere({
  initiator,
  resource,
}: Pick<Link, 'initiator' | 'resource'>): boolean {
  return initiator.redirectUri === '' && resource.kind !== 'access';
}

/**
 * A consent may have several authorisations, and one of them decides it: the PSU approves or refuses there,
 * or the TPP calls the consent off. The claim makes sure that it is one, whatever happens at once.
 */
export const decidedConsent = 'decided-consent';

const decidingFailures: ReadonlySet<AuthorisationFailure> = new Set(['refused', 'withdrawn']);

/** Whether this way of failing decides the consent. Any other leaves the consent as it is. */
export function isDecidingFailure(reason: AuthorisationFailure): boolean {
  return decidingFailures.has(reason);
}

/** The consent that this authorisation has decided, if any. */
function decidedConsentsOf(authorisation: Authorisation): readonly string[] {
  const isDecided =
    authorisation.is === 'finalised' ||
    (authorisation.is === 'failed' && isDecidingFailure(authorisation.failure.reason));
  if (!isDecided || authorisation.resource.kind !== 'access') return [];
  const { consentId } = authorisation.resource;
  return consentId === undefined ? [] : [consentId];
}

/** The place that an open link holds among the links of its resource, if any. */
function heldPlacesOf(authorisation: Authorisation): readonly Claim[] {
  if (!isOpen(authorisation) || authorisation.place === undefined) return [];
  const claim = openLinkClaim(authorisation.resource, authorisation.place);
  return claim === undefined ? [] : [claim];
}

/**
 * The view has what SQL looks for: the sweep those that are open, lists those of a resource. Lists of consents read authorisations
 * with all they have.
 */
function kept(authorisation: Authorisation): object | undefined {
  if (authorisation.is === 'none' || authorisation.is === 'void') return undefined;
  const { is, resource, initiator } = authorisation;
  if (resource.kind === 'access') return undefined;
  const open = isOpen(authorisation) ? { expiresAt: authorisation.expiresAt } : {};
  return { is, resource, initiator: { tpp: initiator.tpp }, ...open };
}

/** Streams `authorisation-<id>`. */
export const authorisationStream = streamType<Authorisation, AuthorisationEvent, 'authorisation'>({
  name: streams.authorisation.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: {
    AuthorisationOpened: { version: 1 },
    PsuIdentified: { version: 1 },
    ChallengeShown: { version: 1 },
    CodeRefused: { version: 1 },
    AuthorisationFinalised: { version: 1 },
    AuthorisationRefused: { version: 1 },
    AuthorisationFailed: { version: 1 },
    VisitEnded: { version: 1 },
  },
  claims: (authorisation) => [
    ...decidedConsentsOf(authorisation).map((key) => ({ scope: decidedConsent, key })),
    ...heldPlacesOf(authorisation),
  ],
  hasEnded: (authorisation) => authorisation.is !== 'none' && !isOpen(authorisation),
  kept,
});

/** The stream of an authorisation. */
export const authorisationStreamId = streams.authorisation.id;

/** The scaStatus of a TPP's authorisation, null for another TPP's; one whose time is up has failed. */
export function scaStatusOf(
  authorisation: Authorisation,
  tpp: string,
  now: string,
): ScaStatus | null {
  if (authorisation.is === 'none' || authorisation.is === 'void') return null;
  if (authorisation.initiator.tpp !== tpp) return null;
  const isLate = isOpen(authorisation) && isOver(authorisation.expiresAt, now);
  return isLate ? 'failed' : authorisation.is;
}
