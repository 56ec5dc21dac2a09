import type {
  AccessEvent,
  AuthorisationEvent,
  AuthorisationFailure,
} from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { accessStream } from './access.js';
import { authorisationStream } from '../authorisation/authorisation.js';
import { failedBecause } from '../authorisation/failures.js';
import { granted, revoked } from '../testing/an-access.js';
import {
  anInitiator,
  identified,
  inTime,
  opened,
  openedAt,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { authorisationEvents } from '../testing/written-events.js';
import { consentInForce, consentView } from './consent-view.js';

const resource = { kind: 'access', asks: 'accounts' } as const;
const open = [opened({ resource })];
const finalised = (
  accounts: readonly string[],
  cards: { readonly cardAccounts?: readonly string[] } = {},
): AuthorisationEvent[] => {
  const { data } = authorisationEvents.AuthorisationFinalised;
  const picked = { resource, accounts, ...cards };
  return [
    ...open,
    identified(),
    shown({ ...picked, approves: [] }),
    { type: 'AuthorisationFinalised', data: { ...data, ...picked, approved: [] } },
  ];
};
const given = finalised(['acc-1']);
const later = '2026-03-02T10:30:00.000Z';

type Row = readonly [
  sentence: string,
  authorisation: readonly AuthorisationEvent[],
  access: readonly AccessEvent[],
  now: string,
  status: string,
];

type RowOfTwo = readonly [
  sentence: string,
  authorisations: readonly (readonly AuthorisationEvent[])[],
  access: readonly AccessEvent[],
  status: string,
];

const rows: readonly Row[] = [
  ['received while the PSU is asked', open, [], inTime, 'received'],
  ['received after its first link has ended', open, [], tooLate, 'received'],
  ['received to the last moment of its 24 hours', open, [], '2026-03-03T09:59:59.999Z', 'received'],
  ['rejected when nobody came for 24 hours', open, [], '2026-03-03T10:00:00.000Z', 'rejected'],
  [
    'received after wrong codes',
    [...open, failedBecause('wrong-codes', inTime)],
    [],
    later,
    'received',
  ],
  ['rejected by the PSU', [...open, failedBecause('refused', inTime)], [], later, 'rejected'],
  ['rejected with no account', finalised([]), [], later, 'rejected'],
  ['called off', [...open, failedBecause('withdrawn', inTime)], [], later, 'terminatedByTpp'],
  ['received until the grant is there', given, [], later, 'received'],
  ['valid', given, [granted()], later, 'valid'],
  ['valid to its last moment', given, [granted()], '2026-08-29T21:59:59.000Z', 'valid'],
  ['expired after 180 days', given, [granted()], '2026-08-29T22:00:00.000Z', 'expired'],
  ['revoked by the PSU', given, [granted(), revoked({ at: later })], later, 'revokedByPsu'],
  ['ended by the TPP', given, [granted(), revoked({ by: 'tpp' })], later, 'terminatedByTpp'],
  [
    'replaced by another consent',
    given,
    [granted(), granted({ consentId: 'consent-2', at: later })],
    later,
    'terminatedByTpp',
  ],
  [
    'revoked, whatever was granted afterwards',
    given,
    [granted(), revoked({ at: later }), granted({ consentId: 'consent-2', at: later })],
    later,
    'revokedByPsu',
  ],
];

function viewOf(
  authorisation: readonly AuthorisationEvent[],
  access: readonly AccessEvent[],
  now: string,
  tpp = anInitiator().tpp,
) {
  return viewOfAll([authorisation], access, now, tpp);
}

/** The first authorisation is that of the consent's first link. */
function viewOfAll(
  authorisations: readonly (readonly AuthorisationEvent[])[],
  access: readonly AccessEvent[],
  now: string,
  tpp = anInitiator().tpp,
) {
  const asked = { tpp, consentId: 'consent-1', now, unapprovedHours: 24 };
  const found = authorisations.map((events) => ({
    authorisation: fold(authorisationStream, events),
    openedAt,
  }));
  return consentView(found, fold(accessStream, access), asked);
}

const failedIn = (reason: AuthorisationFailure) => [...open, failedBecause(reason, inTime)];
const severals: readonly RowOfTwo[] = [
  ['valid by its second', [failedIn('wrong-codes'), given], [granted()], 'valid'],
  ['valid although the others fail', [given, failedIn('not-approvable')], [granted()], 'valid'],
  ['received while another can still be used', [failedIn('wrong-codes'), open], [], 'received'],
  [
    'rejected by a refusal in one',
    [failedIn('not-approvable'), failedIn('refused')],
    [],
    'rejected',
  ],
  ['ended by the TPP', [failedIn('withdrawn'), failedIn('not-approvable')], [], 'terminatedByTpp'],
];

describe('a consent with two authorisations', () => {
  it.each(severals)('is %s', (_sentence, authorisations, access, consentStatus) => {
    expect(viewOfAll(authorisations, access, inTime)).toMatchObject({ consentStatus });
  });

  it('stays received while a link that was opened in its last hours can be used', () => {
    const late = opened({ resource, expiresAt: '2026-03-03T10:08:00.000Z' });
    const at = (now: string) => viewOfAll([open, [late]], [], now);
    expect(at('2026-03-03T10:07:00.000Z')).toMatchObject({ consentStatus: 'received' });
    expect(at('2026-03-03T10:08:00.000Z')).toMatchObject({ consentStatus: 'rejected' });
  });
});

describe('a consent', () => {
  it.each(rows)('%s', (_sentence, authorisation, access, now, consentStatus) => {
    expect(viewOf(authorisation, access, now)).toMatchObject({ consentStatus });
  });

  it('names who gave it and for which agreement from then on, also after its end', () => {
    const views = [
      viewOf(given, [], later),
      viewOf(given, [granted()], later),
      viewOf(given, [granted(), revoked()], later),
    ];
    for (const view of views) expect(view?.givenBy).toEqual({ customerId: 'cus-1' });
    expect(viewOf(open, [], later)).not.toHaveProperty('givenBy');
  });

  it('was revoked by the PSU where the bank has erased the access since', () => {
    const forgotten = { type: 'AccessForgotten', data: { at: later } } as const;
    const erased = [granted({ consentId: 'authorisation-1' }), revoked(), forgotten];
    expect(fold(accessStream, erased)).toEqual({ is: 'none', forgottenAt: later });
    const view = consentView(
      [{ authorisation: fold(authorisationStream, given), openedAt }],
      fold(accessStream, erased),
      { tpp: anInitiator().tpp, consentId: '1', now: later, unapprovedHours: 24 },
    );
    expect(view).toMatchObject({ consentStatus: 'revokedByPsu', lastActionAt: later });
  });

  it('shows what was granted while it is valid, and only then', () => {
    const who = { customerId: 'cus-1', context: 'PRIVATE' };
    const grant = { ...who, accounts: ['acc-1'], cardAccounts: [] };
    expect(viewOf(given, [granted()], later)).toMatchObject({ grant });
    expect(viewOf(given, [granted(), revoked()], later)).not.toHaveProperty('grant');
  });

  it('names the consent that is in force in its place, and only while that one is', () => {
    const newer = granted({ consentId: 'consent-2', at: later });
    const isOverAt = '2027-03-02T10:30:00.000Z';
    const now = '2026-03-03T10:30:00.000Z';
    expect(viewOf(given, [granted(), newer], now)).toMatchObject({ replacedBy: 'consent-2' });
    for (const view of [
      viewOf(given, [granted(), newer], isOverAt),
      viewOf(given, [granted(), newer, revoked({ consentId: 'consent-2' })], now),
      viewOf(given, [granted(), revoked({ by: 'tpp' }), newer], now),
      viewOf(given, [granted()], now),
    ]) {
      expect(view).not.toHaveProperty('replacedBy');
    }
  });

  it('shows a card account that was granted, also without an account', () => {
    const cards = { cardAccounts: ['card-1'] };
    const view = viewOf(finalised([], cards), [granted({ accounts: [], ...cards })], later);
    expect(view).toMatchObject({ consentStatus: 'valid', grant: { accounts: [], ...cards } });
  });

  it('is nothing to another TPP, and nothing else is a consent', () => {
    expect(viewOf(given, [granted()], later, 'PSDNO-FSA-2')).toBeNull();
    expect(viewOf([opened()], [], inTime)).toBeNull();
    expect(viewOf([opened({ resource: { kind: 'access' } })], [], inTime)).toBeNull();
    expect(viewOf([], [], inTime)).toBeNull();
  });

  it.each([
    ['received', open, [], '2026-08-29T22:00:00.000Z', openedAt],
    ['received until the grant is there', given, [], '2026-08-29T22:00:00.000Z', openedAt],
    ['valid', given, [granted()], '2026-08-29T22:00:00.000Z', '2026-03-02T10:05:00.000Z'],
  ] as const)(
    'that is %s has the end of its last day in Oslo and its last action',
    (_status, authorisation, access, validUntil, lastActionAt) => {
      expect(viewOf(authorisation, access, inTime)).toMatchObject({ validUntil, lastActionAt });
    },
  );

  it('that is over before its time has no last day', () => {
    expect(viewOf(given, [granted(), revoked()], later)).not.toHaveProperty('validUntil');
    expect(viewOf(open, [], '2026-03-03T10:00:00.000Z')).not.toHaveProperty('validUntil');
  });

  it('that an older release stored with an instant holds to the end of that day in Oslo', () => {
    const [event] = [granted()];
    const stored = { ...event, data: { ...event.data, validUntil: '2026-08-29T10:05:00.000Z' } };
    const at = (now: string) => viewOf(given, [stored], now);
    expect(at('2026-08-29T21:59:59.999Z')).toMatchObject({ consentStatus: 'valid' });
    expect(at('2026-08-29T22:00:00.000Z')).toMatchObject({ consentStatus: 'expired' });
  });
});

describe('the consent in force', () => {
  const in180Days = granted().data.validUntil;
  const at = (access: readonly AccessEvent[], now: string) =>
    consentInForce(fold(accessStream, access), now);

  it('is the last grant until its end, with the day of the decision', () => {
    const consent = { consentId: 'consent-1', validUntil: in180Days, givenAt: inTime };
    expect(at([granted()], later)).toEqual(consent);
    expect(at([granted(), granted({ consentId: 'consent-2' })], later)).toMatchObject({
      consentId: 'consent-2',
    });
  });

  it('is none by an access to ask about amounts, which reads nothing', () => {
    expect(at([granted(), granted({ scope: 'funds' })], later)).toBeUndefined();
  });

  it('is none before a grant, after its end and once it is revoked', () => {
    expect(at([], later)).toBeUndefined();
    expect(at([granted()], in180Days)).toBeUndefined();
    expect(at([granted(), revoked()], later)).toBeUndefined();
  });
});
