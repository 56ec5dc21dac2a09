import type {
  AccessEvent,
  AccessGranted,
  AuthorisationEvent,
  PasskeyEvent,
  PsuEvent,
  ScaEvent,
  SessionCompleted,
  SessionEvent,
} from '@nordgate/contracts/events';
import { sealed } from '@nordgate/contracts/testing';
import { failedBecause } from '../authorisation/failures.js';
import {
  anInitiator,
  aPayment,
  codeRefused,
  identified,
  opened,
  shown,
} from './an-authorisation.js';
import { inTime } from './an-authorisation.js';
import { enrolled, removed, used } from './a-passkey.js';

const { customerId, psuId } = identified().data;
const { tpp, tppName, tppSessionId } = anInitiator();

/** One event of each type of an authorisation, as its deciders write them. */
export const authorisationEvents: { readonly [E in AuthorisationEvent as E['type']]: E } = {
  AuthorisationOpened: opened(),
  PsuIdentified: identified(),
  ChallengeShown: shown(),
  CodeRefused: codeRefused(),
  AuthorisationFinalised: sealed('authorisation-1', {
    type: 'AuthorisationFinalised',
    data: {
      resource: aPayment,
      customerId,
      psuId,
      context: 'PRIVATE',
      approved: [{ paymentId: 'pay-1', hash: 'hash-1' }],
      declined: [],
      at: inTime,
    },
  }),
  AuthorisationRefused: { type: 'AuthorisationRefused', data: { resource: aPayment, at: inTime } },
  AuthorisationFailed: failedBecause('expired', inTime),
  VisitEnded: { type: 'VisitEnded', data: { at: inTime } },
};

/** One event of each type of a PSU. */
export const psuEvents: { readonly [E in PsuEvent as E['type']]: E } = {
  PsuRecognised: { type: 'PsuRecognised', data: { tpp, customerId, psuId, at: inTime } },
  PsuForgotten: { type: 'PsuForgotten', data: { at: inTime } },
};

const carriedAt = '2026-05-01T00:30:00.000Z';

const sessionCompleted: SessionCompleted = {
  type: 'SessionCompleted',
  data: {
    ...{ tpp, customerId, psuId, tppSessionId, context: 'PRIVATE' },
    ...{ at: inTime, endsAt: '2026-03-02T11:05:00.000Z' },
  },
};

const accessGranted: AccessGranted = {
  type: 'AccessGranted',
  data: {
    ...{ tpp, tppName, customerId, psuId, context: 'PRIVATE', consentId: 'aut-1' },
    ...{ accounts: ['acc-1', 'acc-2'], at: inTime, validUntil: '2026-08-29T10:05:00.000Z' },
  },
};

/** One event of each type of a session. */
export const sessionEvents: { readonly [E in SessionEvent as E['type']]: E } = {
  SessionCompleted: sessionCompleted,
  SessionForgotten: { type: 'SessionForgotten', data: { at: inTime } },
  SessionCarriedForward: {
    type: 'SessionCarriedForward',
    data: {
      ...sessionCompleted.data,
      ...{ replaced: ['session-0'], contexts: ['CORPORATE', 'PRIVATE'], carriedAt },
    },
  },
};

/** One event of each type of an access. */
export const accessEvents: { readonly [E in AccessEvent as E['type']]: E } = {
  AccessGranted: accessGranted,
  AccessRevoked: {
    type: 'AccessRevoked',
    data: { by: 'psu', consentId: 'aut-1', at: '2026-03-03T10:00:00.000Z' },
  },
  AccessForgotten: { type: 'AccessForgotten', data: { at: inTime } },
  AccessCarriedForward: {
    type: 'AccessCarriedForward',
    data: {
      ...accessGranted.data,
      revokedAt: '2026-03-03T10:00:00.000Z',
      ended: [
        { consentId: 'aut-1', by: 'psu' },
        { consentId: 'aut-0', by: 'replaced' },
      ],
      carriedAt,
    },
  },
};

const { customerId: passkeysOf, at: enrolledAt, ...enrolment } = enrolled().data;
const { counter, proof, at: usedAt } = used().data;
const carriedPasskeys = {
  customerId: passkeysOf,
  passkeys: [{ ...enrolment, counter, enrolledAt, lastUse: { at: usedAt, proof } }],
};

/** One event of each type of passkeys. */
export const passkeyEvents: { readonly [E in PasskeyEvent as E['type']]: E } = {
  PasskeyEnrolled: enrolled(),
  PasskeyUsed: used(),
  PasskeyRemoved: removed(),
  PasskeysForgotten: { type: 'PasskeysForgotten', data: { at: inTime } },
  PasskeysCarriedForward: {
    type: 'PasskeysCarriedForward',
    data: { ...carriedPasskeys, spent: ['aut-1'], carriedAt },
  },
};

/** One event of each type of this service. */
export const writtenEvents: { readonly [E in ScaEvent as E['type']]: E } = {
  ...authorisationEvents,
  ...psuEvents,
  ...sessionEvents,
  ...accessEvents,
  ...passkeyEvents,
};
