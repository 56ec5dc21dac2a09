import type {
  AuthorisationOpened,
  AuthorisedResource,
  ChallengeShown,
  CodeRefused,
  Initiator,
  PsuIdentified,
} from '@nordgate/contracts/events';
import type { Claim, Command } from '@nordgate/decider';
import { decidedConsent } from '../authorisation/authorisation.js';
import { hashOf } from '../site/security/tokens.js';

/** The time at which the link of these authorisations opens. */
export const openedAt = '2026-03-02T10:00:00.000Z';
/** A time at which everything is still open. */
export const inTime = '2026-03-02T10:05:00.000Z';
/** The first time at which the link is over. */
export const tooLate = '2026-03-02T10:10:00.000Z';

/** The token of the link. */
export const linkToken = 'a-link-token-as-long-as-those-of-the-gateway';

export function anInitiator(change: Partial<Initiator> = {}): Initiator {
  return {
    tpp: 'PSDNO-FSA-1',
    tppName: 'Penger AS',
    tppSessionId: 'session-1',
    redirectUri: 'https://tpp.example/back?state=1',
    ...change,
  };
}

export const aPayment: AuthorisedResource = { kind: 'payment', paymentId: 'pay-1' };
export const aBasket: AuthorisedResource = {
  kind: 'basket',
  basketId: 'bas-1',
  paymentIds: ['pay-1', 'pay-2'],
};

/** A consent, whose first authorisation is `authorisation-consent-1`. */
export const aConsent = {
  kind: 'access',
  asks: 'accounts',
  consentId: 'consent-1',
} as const satisfies AuthorisedResource;
/** The claim of the authorisation that has decided the consent. */
export const consentClaim: Claim = { scope: decidedConsent, key: aConsent.consentId };

/** Events of one authorisation, each with valid data. */
export function opened(change: Partial<AuthorisationOpened['data']> = {}): AuthorisationOpened {
  return {
    type: 'AuthorisationOpened',
    data: {
      resource: aPayment,
      initiator: anInitiator(),
      tokenHash: hashOf(linkToken),
      expiresAt: tooLate,
      ...change,
    },
  };
}

export function identified(change: Partial<PsuIdentified['data']> = {}): PsuIdentified {
  return {
    type: 'PsuIdentified',
    data: {
      customerId: 'cus-1',
      psuId: '7b8f9a52-1a55-4b21-a8d5-2d9d6f7f5a01',
      browser: 'hash-of-browser-1',
      at: openedAt,
      expiresAt: tooLate,
      ...change,
    },
  };
}

export function shown(change: Partial<ChallengeShown['data']> = {}): ChallengeShown {
  return {
    type: 'ChallengeShown',
    data: {
      resource: aPayment,
      method: 'sandbox-code',
      context: 'PRIVATE',
      approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
      at: openedAt,
      ...change,
    },
  };
}

export function codeRefused(at: string = inTime): CodeRefused {
  return { type: 'CodeRefused', data: { at } };
}

/** A command of the site to the authorisation. */
export function command<Type extends string, Data>(
  type: Type,
  data: Data,
  at: string = inTime,
): Command<Type, Data> {
  return { type, data, id: `id-of-${type}`, stream: 'authorisation-1', meta: { at, actor: 'psu' } };
}
