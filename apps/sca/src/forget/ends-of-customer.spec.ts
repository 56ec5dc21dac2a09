import type { ScaEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { accessStream } from '../access/access.js';
import { authorisationStream } from '../authorisation/authorisation.js';
import { passkeysStream } from '../passkeys/passkeys.js';
import { scaSubject } from '../sca.subject.js';
import { psuStream } from '../session/psu.js';
import { sessionStream } from '../session/session.js';
import { enrolled } from '../testing/a-passkey.js';
import { completed, granted, revoked } from '../testing/an-access.js';
import { anInitiator, identified, inTime, opened } from '../testing/an-authorisation.js';
import { writtenEvents } from '../testing/written-events.js';
import { endsOfCustomer } from './ends-of-customer.js';

const streams = {
  ...{ authorisation: authorisationStream, access: accessStream, passkeys: passkeysStream },
  ...{ session: sessionStream, psu: psuStream },
};
type Kind = keyof typeof streams;

const psuId = 'uuid-1';
const idsOf = (customerId: string) => ({
  customerId,
  psuIds: new Set(customerId === 'cus-1' ? [psuId] : []),
});

/** What an erasure of a customer does with a stream of these events: the types of the commands. */
function steps(kind: Kind, events: readonly ScaEvent[], customerId = 'cus-1', now = inTime) {
  const state = fold(streams[kind] as never, events as never[]);
  return endsOfCustomer({ kind, state, now }, idsOf(customerId))?.map(({ type }) => type);
}

const { AccessForgotten, AuthorisationFailed, AuthorisationFinalised, PsuRecognised } =
  writtenEvents;
const { PasskeysForgotten, PsuForgotten, SessionForgotten, VisitEnded } = writtenEvents;
const overview = { kind: 'access', asks: 'overview' } as const;
const visited = {
  ...AuthorisationFinalised,
  data: { ...AuthorisationFinalised.data, resource: overview, approved: [] },
};
const visit: ScaEvent[] = [
  opened({ resource: overview }),
  identified(),
  writtenEvents.ChallengeShown,
  visited,
];
const ofPsu = opened({ initiator: anInitiator({ psuId }) });

const rows: readonly (readonly [string, Kind, readonly ScaEvent[], readonly string[]])[] = [
  ['an open authorisation of the PSU', 'authorisation', [ofPsu], ['FailAuthorisation']],
  [
    'one where they have logged in',
    'authorisation',
    [opened(), identified()],
    ['FailAuthorisation'],
  ],
  ['one that has failed', 'authorisation', [opened(), identified(), AuthorisationFailed], []],
  ['a visit of the own pages', 'authorisation', visit, ['EndVisit']],
  ['a visit that was ended', 'authorisation', [...visit, VisitEnded], []],
  ['an access', 'access', [granted()], ['RevokeAccess', 'ForgetAccess']],
  ['an access that is over', 'access', [granted(), revoked()], ['ForgetAccess']],
  ['an access that was forgotten', 'access', [granted(), revoked(), AccessForgotten], []],
  [
    'two passkeys',
    'passkeys',
    [enrolled(), enrolled({ credentialId: 'cred-2', authorisationId: 'aut-2' })],
    ['RemovePasskey', 'RemovePasskey', 'ForgetPasskeys'],
  ],
  ['passkeys that were forgotten', 'passkeys', [enrolled(), PasskeysForgotten], []],
  ['a session', 'session', [completed('one')], ['ForgetSession']],
  ['a session that was forgotten', 'session', [completed('one'), SessionForgotten], []],
  ['a PSU-ID', 'psu', [PsuRecognised], ['ForgetPsu']],
  ['a PSU-ID that was forgotten', 'psu', [PsuRecognised, PsuForgotten], []],
];

describe('an erasure of a customer', () => {
  it.each(rows)('ends %s', (_what, kind, events, expected) => {
    expect(steps(kind, events)).toEqual(expected);
  });

  it.each(rows.filter(([, , , expected]) => expected.length > 0))(
    'leaves %s of somebody else alone',
    (_what, kind, events) => {
      expect(steps(kind, events, 'cus-2')).toBeUndefined();
    },
  );

  it('leaves a link alone that nobody has used and no PSU-ID belongs to', () => {
    expect(steps('authorisation', [opened()])).toBeUndefined();
  });

  it('adds nothing to a visit that is over by the clock: its term would begin again', () => {
    expect(steps('authorisation', visit, 'cus-1', '2026-03-02T11:05:00.000Z')).toEqual([]);
  });

  it('has a case for each kind that goes or ends', () => {
    const ending = Object.entries(scaSubject.streams)
      .filter(([, { erase }]) => erase === 'goes' || erase === 'ends')
      .map(([kind]) => kind);
    expect(ending.sort()).toEqual(Object.keys(streams).sort());
  });

  it('forgets each kind that goes, and no other', () => {
    const forgetting = Object.entries(streams)
      .filter(([, { forgottenBy }]) => forgottenBy !== undefined)
      .map(([kind]) => kind);
    const going = Object.entries(scaSubject.streams)
      .filter(([, { erase }]) => erase === 'goes')
      .map(([kind]) => kind);
    expect(forgetting.sort()).toEqual(going.sort());
  });
});
