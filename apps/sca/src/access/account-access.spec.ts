import type { AccessEvent, SessionEvent } from '@nordgate/contracts/events';
import type { AccountRead } from '@nordgate/contracts/queries';
import { fold } from '@nordgate/decider';
import { accessStream } from './access.js';
import { minutesAfter } from '../session/deadline.js';
import { sessionStream } from '../session/session.js';
import { completed, granted, revoked } from '../testing/an-access.js';
import { accountAccess, countedOf, notedOf } from './account-access.js';
import type { AccountAccessRequest } from './account-access.js';

const start = '2026-03-02T10:00:00.000Z';
const consent = granted({ accounts: ['acc-1', 'acc-2'], cardAccounts: ['card-1'], at: start });
const session = completed('one', start);

interface Row {
  readonly sentence: string;
  readonly access?: readonly AccessEvent[];
  readonly sessions?: readonly SessionEvent[];
  readonly asked?: string;
  readonly need?: AccountAccessRequest['need'];
  readonly isExempt?: boolean;
  /** Seconds after the consent. */
  readonly after: number;
  readonly answer: string;
}

const day = 86_400;
/** From 2 March, 11:00 in Oslo, to the end of 29 August, 22:00 UTC. */
const consentSeconds = 180 * day + 12 * 3600;
const both = { need: 'unattended', asked: 'guessed' } as const;
const exempt = { need: 'recent', isExempt: true } as const;

// The first words of each row are the section of the specification.
const rows: readonly Row[] = [
  { sentence: '8 a consent serves at once', after: 1, answer: 'allowed' },
  {
    sentence: '8 renewal: a consent serves in the last second of the 180th day in Oslo',
    need: 'unattended',
    after: consentSeconds - 1,
    answer: 'allowed',
  },
  {
    sentence: '8 renewal: a consent does not serve after the 180th day in Oslo',
    need: 'unattended',
    after: consentSeconds,
    answer: 'CONSENT_EXPIRED',
  },
  {
    sentence: '8 accounts accessed online with SCA in the last 180 days: the grant is that access',
    need: 'unattended',
    access: [granted({ at: '2025-09-03T10:00:00.000Z' }), granted({ at: start })],
    after: day,
    answer: 'allowed',
  },
  {
    sentence: '8 without the PSU: the hour of the session does not matter',
    need: 'unattended',
    after: 90 * day,
    answer: 'allowed',
  },
  {
    sentence: '5.13 with the PSU: the last second of the hour',
    after: 3599,
    answer: 'allowed',
  },
  { sentence: '5.13 with the PSU: after the hour', after: 3600, answer: 'SCA_EXPIRED' },
  {
    sentence: '5.13 with the PSU, nothing old: the hour counts where the bank exempts nothing',
    need: 'recent',
    after: 3600,
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: 'exempt, nothing old: after the hour, within the 180 days',
    ...exempt,
    after: 90 * day,
    answer: 'allowed',
  },
  {
    sentence: 'exempt, nothing old: after the 180 days',
    ...exempt,
    after: consentSeconds,
    answer: 'CONSENT_EXPIRED',
  },
  {
    sentence: 'exempt, nothing old: a session that another one replaced does not serve',
    ...exempt,
    sessions: [session, completed('two', minutesAfter(start, 1))],
    after: day,
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: 'exempt, nothing old: a session that was never completed does not serve',
    ...exempt,
    asked: 'guessed',
    after: 1,
    answer: 'SCA_NOT_FOUND',
  },
  {
    sentence: 'exempt, older than 90 days: the hour counts',
    need: 'attended',
    isExempt: true,
    after: 3600,
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: '5.13 without the PSU: a session that another one replaced does not serve',
    need: 'unattended',
    sessions: [session, completed('two', minutesAfter(start, 1))],
    after: day,
    answer: 'SCA_EXPIRED',
  },
  {
    sentence: '5.13 without the PSU: a session that was never completed does not serve',
    ...both,
    after: 1,
    answer: 'SCA_NOT_FOUND',
  },
  {
    sentence: 'order: no consent before no session',
    ...both,
    access: [],
    after: 1,
    answer: 'CONSENT_UNKNOWN',
  },
  {
    sentence: 'order: an ended consent before no session',
    ...both,
    access: [consent, revoked({ at: minutesAfter(start, 1) })],
    after: 120,
    answer: 'CONSENT_INVALID',
  },
  {
    sentence: 'order: an expired consent before no session',
    ...both,
    after: consentSeconds,
    answer: 'CONSENT_EXPIRED',
  },
  {
    sentence: 'funds: a grant serves without a session',
    need: 'funds',
    sessions: [],
    after: 1,
    answer: 'allowed',
  },
  { sentence: 'funds: no consent', need: 'funds', access: [], after: 1, answer: 'CONSENT_UNKNOWN' },
  {
    sentence: 'funds: an expired consent',
    need: 'funds',
    after: consentSeconds,
    answer: 'CONSENT_EXPIRED',
  },
];

function decide(row: Omit<Row, 'sentence' | 'answer'>) {
  const facts = {
    customerId: 'cus-1',
    session: fold(sessionStream, row.sessions ?? [session]),
    access: fold(accessStream, row.access ?? [consent]),
  };
  const { asked: tppSessionId = 'one', need = 'attended', after, isExempt = false } = row;
  return accountAccess(facts, {
    tppSessionId,
    need,
    read: null,
    isExempt,
    now: minutesAfter(start, after / 60),
  });
}

describe('the decision about a read of accounts', () => {
  it.each(rows)('$sentence: $answer', ({ answer, ...row }) => {
    const seen = decide(row);
    expect(seen.access === 'refused' ? seen.code : seen.access).toBe(answer);
  });

  it('names accounts and card accounts of the last grant only', () => {
    expect(decide({ after: 1 })).toEqual({
      access: 'allowed',
      customerId: 'cus-1',
      accounts: ['acc-1', 'acc-2'],
      cardAccounts: ['card-1'],
    });
    const fewer = granted({ accounts: ['acc-2'], at: minutesAfter(start, 1) });
    expect(decide({ access: [consent, fewer], after: 120 })).toMatchObject({
      accounts: ['acc-2'],
      cardAccounts: [],
    });
  });

  it('says that the hour is over where the bank exempts the read, and only then', () => {
    expect(decide({ ...exempt, after: 3600 })).toMatchObject({ isSessionOver: true });
    expect(decide({ ...exempt, after: 3599 })).not.toHaveProperty('isSessionOver');
    expect(decide({ need: 'unattended', after: 3600 })).not.toHaveProperty('isSessionOver');
  });

  it('names the fault of the session beside the fault of the consent, except for funds', () => {
    expect(decide({ ...both, access: [], after: 1 })).toMatchObject({ session: 'SCA_NOT_FOUND' });
    expect(decide({ need: 'funds', access: [], sessions: [], after: 1 })).not.toHaveProperty(
      'session',
    );
  });
});

describe('what counts of a read', () => {
  const allowed = {
    access: 'allowed',
    customerId: 'cus-1',
    accounts: ['acc-1', 'acc-2'],
    cardAccounts: ['card-1'],
  } as const;
  const balances = { kind: 'balances', of: 'accounts', ids: ['acc-1'] } as const;

  it.each<readonly [string, AccountRead | null, readonly string[]]>([
    ['the account of a read of balances', balances, ['acc-1']],
    [
      'every granted account of a list with balances',
      { ...balances, ids: null },
      ['acc-1', 'acc-2'],
    ],
    [
      'every granted card of a list of cards',
      { ...balances, of: 'cardAccounts', ids: null },
      ['card-1'],
    ],
    ['no account that is not granted', { ...balances, ids: ['acc-3'] }, []],
    ['no card that is named as an account', { ...balances, ids: ['card-1'] }, []],
    ['an account once that is named twice', { ...balances, ids: ['acc-2', 'acc-2'] }, ['acc-2']],
    ['nothing of a list without balances', null, []],
  ])('without the PSU is %s', (_what, read, counted) => {
    expect(countedOf({ need: 'unattended', read }, allowed)).toEqual(counted);
  });

  it.each(['attended', 'recent'] as const)('is nothing of a read that is %s', (need) => {
    expect(countedOf({ need, read: balances }, allowed)).toEqual([]);
  });

  it('is the account of a question about funds that the gateway lets count', () => {
    const read = { ...balances, kind: 'funds' } as const;
    expect(countedOf({ need: 'funds', read }, allowed)).toEqual(['acc-1']);
    expect(countedOf({ need: 'funds', read: null }, allowed)).toEqual([]);
  });
});

describe("what the PSU's overview shows of a read", () => {
  const allowed = {
    access: 'allowed',
    customerId: 'cus-1',
    accounts: ['acc-1', 'acc-2'],
    cardAccounts: [],
  } as const;
  const read = { kind: 'balances', of: 'accounts', ids: null } as const;
  const query = { tpp: 'PSDNO-FSA-1', corporateId: null, generation: 0, read } as const;
  const shown = (need: AccountAccessRequest['need'], exceeded?: readonly string[]) =>
    notedOf({ ...query, need }, allowed, { now: start, exceeded }).map(({ account }) => account);

  it('is every granted account of it', () => {
    expect(shown('attended')).toEqual(['acc-1', 'acc-2']);
    expect(shown('unattended')).toEqual(['acc-1', 'acc-2']);
  });

  it('leaves out an account whose reads without the PSU are used up', () => {
    expect(shown('unattended', ['acc-1'])).toEqual(['acc-2']);
  });

  it('is nothing of a question about funds', () => {
    expect(shown('funds')).toEqual([]);
  });
});
