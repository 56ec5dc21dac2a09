import type { AuthorisationFinalised, AuthorisedResource } from '@nordgate/contracts/events';
import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  aConsent,
  aPayment,
  command,
  identified,
  inTime,
  opened,
  shown,
} from '../testing/an-authorisation.js';
import { writtenEvents } from '../testing/written-events.js';
import { endVisit } from './log-in.js';

const { given } = spec(authorisationStream, endVisit);
const end = command('EndVisit', {});
const logIn = (resource: AuthorisedResource) =>
  [opened({ resource }), identified(), shown({ resource, approves: [] })] as const;
const finalised = (resource: AuthorisedResource): AuthorisationFinalised => {
  const { data, type } = writtenEvents.AuthorisationFinalised;
  return { type, data: { ...data, resource } };
};
const overview = { kind: 'access', asks: 'overview' } as const;
const enrolment = { kind: 'access', asks: 'passkey' } as const;

describe('end a visit of the own pages', () => {
  it.each([
    ['the overview', overview],
    ['a new passkey', enrolment],
  ])('ends that of %s, once', (_what, resource) => {
    given(...logIn(resource), finalised(resource))
      .when(end)
      .then({ type: 'VisitEnded', data: { at: inTime } })
      .again()
      .thenNothing();
  });

  it.each<readonly [string, AuthorisedResource]>([
    ['a payment', aPayment],
    ['a consent', aConsent],
    ['who the PSU is', { kind: 'access' }],
  ])('changes nothing of an authorisation of %s', (_what, resource) => {
    given(...logIn(resource), finalised(resource))
      .when(end)
      .thenNothing();
  });

  it('changes nothing before the visit has begun, and nothing when it never did', () => {
    given().when(end).thenNothing();
    given(...logIn(overview))
      .when(end)
      .thenNothing();
    given(...logIn(overview), failedBecause('wrong-codes', inTime))
      .when(end)
      .thenNothing();
  });
});
