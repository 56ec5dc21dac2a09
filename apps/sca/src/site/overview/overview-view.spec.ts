import { fold } from '@nordgate/decider';
import { accessStream } from '../../access/access.js';
import type { Access } from '../../access/access.js';
import type { AccessEvent } from '@nordgate/contracts/events';
import { granted, revoked } from '../../testing/an-access.js';
import { ola } from '../../testing/psu-steps.js';
import type { AccessState } from '../approve/access-part.js';
import { siteLanguages } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';
import { accessesOnPage, inForce } from './overview-view.js';
import { renderEndAccess } from './overview.page.js';

const day = (date: string) => `${date}T10:00:00.000Z`;
const now = day('2026-06-01');
const after = (...events: readonly AccessEvent[]): Access => fold(accessStream, events);
const given = granted({ at: day('2026-03-02'), consentId: 'old' });

/** The states of an access, and one that took the place of another: how many are on the page, and until when. */
const states: {
  readonly [State in AccessState['is'] | 'replaced']: readonly [Access, until?: RegExp];
} = {
  none: [after()],
  live: [after(given), /29/],
  replaced: [after(given, granted({ at: day('2026-05-20'), consentId: 'new' })), /16/],
  expired: [after(granted({ at: day('2025-03-02') }))],
  ended: [after(given, revoked({ at: day('2026-05-04') }))],
};
const cases = Object.entries(states).flatMap(([state, [access, until]]) =>
  siteLanguages.map((language) => [state, language, access, until] as const),
);

describe('the overview and the page that ends an access', () => {
  it.each(cases)(
    'say what is in force, and what each button changes: %s, in %s',
    (_state, language, access, until) => {
      const t = textsOf(language);
      const accesses = inForce([access], now);
      const known = { accesses, lastReads: [], paused: new Set<string>() };
      const shown = accessesOnPage(known, ola, { language, t });
      expect(shown).toHaveLength(until === undefined ? 0 : 1);
      for (const one of shown) {
        expect(one.until).toMatch(until ?? /never/);
        const { tppName: tpp } = one;
        const frame = { language, environment: 'sandbox', bankName: 'B', address: '/my' } as const;
        const title = { key: 'access.revokeTitle', parameters: { tpp } } as const;
        const page = { access: one, csrf: 'c', revoke: '/my/revoke', keep: '/my' };
        const html = renderEndAccess(frame, title, page);
        expect(html).toContain(t('access.live', { tpp, date: one.until }));
        expect(html).toContain(t('access.revokeText', { tpp }));
        expect(html).toContain(t('access.keepHint'));
      }
    },
  );

  it('say for whom an access is where it is a company, and not for the PSU alone', () => {
    const { corporateId, name } = ola.contexts.find((one) => one.corporateId !== undefined)!;
    const own = granted({ at: day('2026-03-02'), consentId: 'own' });
    const companys = granted({ at: day('2026-03-02'), consentId: 'c', corporateId: corporateId! });
    const accesses = inForce([after(own), after(companys)], now);
    const known = { accesses, lastReads: [], paused: new Set<string>() };
    const shown = accessesOnPage(known, ola, { language: 'en', t: textsOf('en') });
    expect(shown.map(({ actsFor }) => actsFor)).toEqual([undefined, name]);
  });
});
