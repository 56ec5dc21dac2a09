import type { AuthorisationEvent, PsuEvent, ScaEvent, SessionEvent } from '@nordgate/contracts';
import { failedBecause } from '../domain/failures.js';
import {
  anInitiator,
  aPayment,
  codeRefused,
  identified,
  opened,
  shown,
} from './an-authorisation.js';
import { inTime } from './an-authorisation.js';

const { customerId, psuId } = identified().data;
const { tpp, tppSessionId } = anInitiator();

/** One event of each type of an authorisation, as its deciders write them. */
export const authorisationEvents: { readonly [E in AuthorisationEvent as E['type']]: E } = {
  AuthorisationOpened: opened(),
  PsuIdentified: identified(),
  ChallengeShown: shown(),
  CodeRefused: codeRefused(),
  AuthorisationFinalised: {
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
  },
  AuthorisationRefused: { type: 'AuthorisationRefused', data: { resource: aPayment, at: inTime } },
  AuthorisationFailed: failedBecause('expired', inTime),
};

/** The same for a PSU. */
export const psuEvents: { readonly [E in PsuEvent as E['type']]: E } = {
  PsuRecognised: { type: 'PsuRecognised', data: { tpp, customerId, psuId, at: inTime } },
};

/** The same for a session. */
export const sessionEvents: { readonly [E in SessionEvent as E['type']]: E } = {
  SessionCompleted: {
    type: 'SessionCompleted',
    data: {
      ...{ tpp, customerId, psuId, tppSessionId, context: 'PRIVATE' },
      ...{ at: inTime, endsAt: '2026-03-02T11:05:00.000Z' },
    },
  },
};

/** All of them. */
export const writtenEvents: { readonly [E in ScaEvent as E['type']]: E } = {
  ...authorisationEvents,
  ...psuEvents,
  ...sessionEvents,
};
