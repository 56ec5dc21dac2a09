import type { AccessEvent, Initiator } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { accessStream } from '../../access/access.js';
import type { Access } from '../../access/access.js';
import { granted, revoked } from '../../testing/an-access.js';
import { anInitiator } from '../../testing/an-authorisation.js';
import { fiskAgreement, ola } from '../../testing/psu-steps.js';
import { siteLanguages } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';
import { accessPart, accessTitle, removedFrom, knownAccess, liveAccessFor } from './access-part.js';
import type { AccessState } from './access-part.js';

const day = (date: string) => `${date}T10:00:00.000Z`;
const now = day('2026-06-01');
const tpp = anInitiator();
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const accessAfter = (...events: readonly AccessEvent[]): Access => fold(accessStream, events);
const live = accessAfter(granted({ at: day('2026-03-02') }));
const expired = accessAfter(granted({ at: day('2025-03-02') }));
const ended = accessAfter(granted({ at: day('2026-03-02') }), revoked({ at: day('2026-05-04') }));
const replaced = accessAfter(
  granted({ at: day('2026-03-02'), consentId: 'old' }),
  granted({ at: day('2026-05-20'), consentId: 'new' }),
);
const corporate = accessAfter(
  granted({ at: day('2026-04-01'), context: 'CORPORATE', corporateId: fiskAgreement }),
);
const forFunds = accessAfter(granted({ at: day('2026-03-02'), scope: 'funds' }));
const fundsElsewhere = accessAfter(
  granted({
    ...{ at: day('2026-04-01'), scope: 'funds' },
    ...{ context: 'CORPORATE', corporateId: fiskAgreement },
  }),
);
const ofAnother = accessAfter(granted({ at: day('2026-03-02'), tpp: 'PSDNO-FSA-2' }));

function said(accesses: readonly Access[], { ends = false, roles, language = 'en' }: Asked = {}) {
  const known = knownAccess(accesses, { tpp: tpp.tpp, context: 'PRIVATE', now });
  const initiator = { ...tpp, ...(roles && { roles }) };
  const t = textsOf(language);
  const part = accessPart({ contexts: ola.contexts, ends, initiator, known, now }, { language, t });
  const title = accessTitle({ initiator, ends });
  return { ...part, title: t(title.key, title.parameters), text: plain(JSON.stringify(part)) };
}

interface Asked {
  readonly ends?: boolean;
  readonly roles?: Initiator['roles'];
  readonly language?: (typeof siteLanguages)[number];
}

interface Row {
  readonly state: string;
  readonly accesses: readonly Access[];
  readonly now: readonly string[];
  readonly refuse: string;
  readonly canEnd: boolean;
}

const noAccess = 'If you refuse, Penger AS gets no access.';
const rows: readonly Row[] = [
  {
    state: 'no access yet',
    accesses: [],
    now: ['Penger AS has no access now.'],
    refuse: noAccess,
    canEnd: false,
  },
  {
    state: 'the access of another TPP only',
    accesses: [ofAnother],
    now: ['Penger AS has no access now.'],
    refuse: noAccess,
    canEnd: false,
  },
  {
    state: 'a live access',
    accesses: [live],
    now: ['Penger AS has access now, up to and including 29 August 2026.'],
    refuse: 'If you refuse, nothing changes: the access lasts up to and including 29 August 2026.',
    canEnd: true,
  },
  {
    state: 'a live access to ask about amounts',
    accesses: [forFunds],
    now: [
      'Penger AS can now only ask whether an amount is available, up to and including 29 August 2026.',
    ],
    refuse: 'If you refuse, nothing changes: the access lasts up to and including 29 August 2026.',
    canEnd: true,
  },
  {
    state: 'a live access to ask about amounts in another context',
    accesses: [fundsElsewhere],
    now: [
      'Penger AS has no access now.',
      'Penger AS can also ask whether an amount is available in accounts of Fisk AS, up to and including 28 September 2026. That does not change here.',
    ],
    refuse: noAccess,
    canEnd: false,
  },
  {
    state: 'an access that took the place of an older one',
    accesses: [replaced],
    now: ['Penger AS has access now, up to and including 16 November 2026.'],
    refuse:
      'If you refuse, nothing changes: the access lasts up to and including 16 November 2026.',
    canEnd: true,
  },
  {
    state: 'an expired access',
    accesses: [expired],
    now: ['Penger AS has no access now. The last one lasted up to and including 29 August 2025.'],
    refuse: noAccess,
    canEnd: false,
  },
  {
    state: 'an ended access',
    accesses: [ended],
    now: ['Penger AS has no access now. The last one was ended on 4 May 2026.'],
    refuse: noAccess,
    canEnd: false,
  },
  {
    state: 'a live access in another context',
    accesses: [corporate],
    now: [
      'Penger AS has no access now.',
      'Penger AS also has access to accounts of Fisk AS, up to and including 28 September 2026. That does not change here.',
    ],
    refuse: noAccess,
    canEnd: false,
  },
  {
    state: 'a live access in this context and in another',
    accesses: [live, corporate],
    now: [
      'Penger AS has access now, up to and including 29 August 2026.',
      'Penger AS also has access to accounts of Fisk AS, up to and including 28 September 2026. That does not change here.',
    ],
    refuse: 'If you refuse, nothing changes: the access lasts up to and including 29 August 2026.',
    canEnd: true,
  },
];

/** The compiler names a state that is missing here. */
const everyState: { readonly [Is in AccessState['is']]: true } = {
  none: true,
  live: true,
  expired: true,
  ended: true,
};

describe('the pages of a consent', () => {
  it('have a row for every state of an access, and for one that took the place of another', () => {
    const shown = rows.map(
      ({ accesses }) => knownAccess(accesses, { tpp: tpp.tpp, context: 'PRIVATE', now }).here.is,
    );
    expect(new Set(shown)).toEqual(new Set(Object.keys(everyState)));
    expect(rows.some(({ accesses }) => accesses.includes(replaced))).toBe(true);
  });

  it.each(
    rows.flatMap((row) => siteLanguages.map((language) => [row.state, language, row] as const)),
  )(
    'name the state before, and the state after each button, with %s in %s',
    (_state, language, { accesses, canEnd }) => {
      const t = textsOf(language);
      for (const ends of [false, true]) {
        const part = said(accesses, { ends, language });
        // Before: one sentence on this context. After: what each button changes.
        expect(part.now[0]).toContain('Penger AS');
        expect(part.then.length).toBeGreaterThan(0);
        expect(part.then.includes(t('access.endHint', { tpp: 'Penger AS' }))).toBe(ends);
        expect(part.then.includes(t('access.replaces', { tpp: 'Penger AS' }))).toBe(
          canEnd && !ends,
        );
        expect(part.refuseHint === t('access.refuseNone', { tpp: 'Penger AS' })).toBe(!canEnd);
      }
    },
  );

  it.each(rows.map((row) => [row.state, row] as const))(
    'name the state before and what refusing changes, with %s',
    (_state, row) => {
      const part = said(row.accesses);
      expect(part.now.map(plain)).toEqual(row.now);
      expect(plain(part.refuseHint)).toBe(row.refuse);
      expect(part.canEnd).toBe(row.canEnd);
    },
  );

  it.each(rows.map((row) => [row.state, row] as const))(
    'say until when the new access lasts and how to end it, with %s',
    (_state, { accesses, canEnd }) => {
      const { then, title } = said(accesses);
      expect(title).toBe('Give Penger AS access to accounts');
      expect(then.map(plain)).toEqual([
        ...(canEnd
          ? ['What you approve here takes the place of the access that Penger AS has now.']
          : []),
        'Penger AS can see the name, number, balance and transactions of the accounts.',
        'The access lasts up to and including 28 November 2026.',
        'You can end the access at any time under "My apps and signatures".',
      ]);
    },
  );

  it('say in title and text that a renewal without an account ends the access', () => {
    const { refuseHint, then, title } = said([live], { ends: true });
    expect(title).toBe('End the access of Penger AS');
    expect(then).toEqual(['If you end the access, Penger AS can no longer use it.']);
    expect(plain(refuseHint)).toContain('nothing changes');
  });

  it.each(siteLanguages)(
    'name nothing to read in %s to a TPP that only confirms funds',
    (language) => {
      const { text, title } = said([], { roles: ['PSP_IC'], language });
      expect(`${title} ${text}`).not.toMatch(/balance|saldo|transa[ck]/i);
      expect(text).toMatch(/yes or no|ja eller nei|ja eller nej/);
    },
  );

  it.each<readonly [NonNullable<Initiator['roles']>, boolean, boolean]>([
    [['PSP_AI'], true, false],
    [['PSP_AI', 'PSP_PI'], true, false],
    [['PSP_AI', 'PSP_IC'], true, true],
    [['PSP_IC'], false, true],
    [['PSP_PI', 'PSP_IC'], false, true],
  ])('say what a TPP with the roles %j may do', (roles, reads, asks) => {
    const { then } = said([], { roles });
    expect([
      then.some((one) => one.includes('balance')),
      then.some((one) => one.includes('yes or no')),
    ]).toEqual([reads, asks]);
  });

  it.each(siteLanguages)('have no word of advice or warning in %s', (language) => {
    const all = rows.map(({ accesses }) => said(accesses, { language }).text).join(' ');
    expect(all).not.toMatch(/warn|risk|danger|careful|advar|fare|forsiktig|varning|pas på|trygg/i);
    expect(all).not.toMatch(/\{\w+\}/);
  });

  it.each<readonly [string, Access, Initiator['roles'], boolean]>([
    ['an access to read, when reading', live, ['PSP_AI'], true],
    ['an access to read, when reading before roles were stored', live, undefined, true],
    ['no access to ask about amounts, when reading', forFunds, ['PSP_AI', 'PSP_IC'], false],
    ['an access to ask about amounts, when asking', forFunds, ['PSP_IC'], true],
    ['no access to read, when asking about amounts', live, ['PSP_IC'], false],
    ['no access that is over', expired, ['PSP_AI'], false],
  ])('tick %s', (_what, access, roles, isTicked) => {
    const known = knownAccess([access], { tpp: tpp.tpp, context: 'PRIVATE', now });
    expect(liveAccessFor(known, { roles })?.accounts).toEqual(isTicked ? ['acc-1'] : undefined);
  });

  it('name the accounts that a new choice leaves out', () => {
    const known = knownAccess([live], { tpp: tpp.tpp, context: 'PRIVATE', now });
    expect(removedFrom(known, { accounts: ['acc-2'] }).accounts).toEqual(['acc-1']);
    expect(removedFrom(known, { accounts: ['acc-1', 'acc-2'] }).accounts).toEqual([]);
  });
});
