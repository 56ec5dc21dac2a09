import type {
  AuthorisationFinalised,
  AuthorisedResource,
  Initiator,
  ScaEvent,
} from '@nordgate/contracts/events';
import { basketId, moments, tpp } from './a-basket.js';

type Outcome = Pick<
  AuthorisationFinalised['data'],
  'approved' | 'declined' | 'corporateId' | 'signers'
>;

const at = moments.settled;
const psu = { customerId: 'customer-1', psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47' };
const initiator: Initiator = {
  tpp,
  tppName: 'Sandbox TPP AS',
  tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
  redirectUri: 'https://tpp.example/return',
};

/** What can happen on the approval page of one resource. */
export interface Authorisation {
  readonly shown: () => ScaEvent;
  readonly finalised: (outcome?: Partial<Outcome>) => ScaEvent;
  readonly refused: () => ScaEvent;
  /** One of every other event: none of them is of interest to a basket. */
  readonly others: () => readonly ScaEvent[];
}

/** That of the tests' basket, unless another resource is given. */
export function anAuthorisation(
  resource: AuthorisedResource = { kind: 'basket', basketId, paymentIds: ['1', '2', '3'] },
): Authorisation {
  return {
    shown: () => ({
      type: 'ChallengeShown',
      data: { resource, method: 'sandbox-code', context: 'PRIVATE', approves: [], at },
    }),
    finalised: (outcome = {}) => ({
      type: 'AuthorisationFinalised',
      data: { resource, ...psu, context: 'PRIVATE', approved: [], declined: [], ...outcome, at },
    }),
    refused: () => ({ type: 'AuthorisationRefused', data: { resource, at } }),
    others: () => Object.values(otherEvents(resource)),
  };
}

type Other = Exclude<
  ScaEvent['type'],
  'ChallengeShown' | 'AuthorisationFinalised' | 'AuthorisationRefused'
>;

/** The compiler misses none. */
function otherEvents(resource: AuthorisedResource): {
  readonly [Type in Other]: Extract<ScaEvent, { type: Type }>;
} {
  const session = {
    tpp,
    ...psu,
    tppSessionId: initiator.tppSessionId,
    context: 'PRIVATE',
  } as const;
  const passkey = { credentialId: 'cred-1', authorisationId: 'aut-1' };
  const key = { publicKey: 'key', counter: 0, transports: [] };
  const access = { tpp, tppName: initiator.tppName, ...psu, consentId: 'aut-1' };
  return {
    AuthorisationOpened: {
      type: 'AuthorisationOpened',
      data: { resource, initiator, tokenHash: 'hash-of-token', expiresAt: at },
    },
    PsuIdentified: {
      type: 'PsuIdentified',
      data: { ...psu, browser: 'hash-of-browser', at, expiresAt: at },
    },
    CodeRefused: { type: 'CodeRefused', data: { at } },
    AuthorisationFailed: {
      type: 'AuthorisationFailed',
      data: { code: 'SCA_EXPIRED', reason: 'expired', at },
    },
    VisitEnded: { type: 'VisitEnded', data: { at } },
    PsuRecognised: { type: 'PsuRecognised', data: { tpp, ...psu, at } },
    SessionCompleted: { type: 'SessionCompleted', data: { ...session, at, endsAt: at } },
    AccessGranted: {
      type: 'AccessGranted',
      data: { ...access, context: 'PRIVATE', accounts: [], at, validUntil: at },
    },
    AccessRevoked: { type: 'AccessRevoked', data: { by: 'psu', consentId: 'aut-1', at } },
    PasskeyEnrolled: {
      type: 'PasskeyEnrolled',
      data: { ...passkey, ...key, customerId: psu.customerId, name: 'Phone', at },
    },
    PasskeyUsed: { type: 'PasskeyUsed', data: { ...passkey, counter: 1, proof: 'hash', at } },
    PasskeyRemoved: { type: 'PasskeyRemoved', data: { credentialId: 'cred-1', at } },
  };
}
