import type { AuthorisedResource } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { authorisationStream } from '../../authorisation/authorisation.js';
import type { Link } from '../../authorisation/authorisation.js';
import { opened } from '../../testing/an-authorisation.js';
import type { PageKind } from '../frame/page-kind.js';
import type { Reader } from '../frame/site.service.js';
import { siteLanguages } from '../language/site-language.js';
import type { Language } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';
import { endedPage, leaveSeconds, needsWord } from './ended.page.js';
import { failureExit } from './exit.js';
import type { Leaving } from './outcome-parameters.js';

/** Whether a page of the bank says so before the browser leads back. */
const saysSo: { readonly [Way in Leaving]: boolean } = {
  expired: true,
  'wrong-codes': true,
  'unknown-customer': true,
  'other-customer': true,
  'joined-basket': true,
  refused: false,
  'not-debitable': false,
  'not-approvable': true,
  'signed-already': true,
  fault: true,
  'tpp-stopped': true,
  withdrawn: true,
  rejected: true,
  'decided-before': true,
  'access-ended': false,
  used: true,
  'no-method': false,
  aborted: false,
  unavailable: true,
};
const ways = Object.keys(saysSo) as Leaving[];

const resources: { readonly [Kind in PageKind]: AuthorisedResource } = {
  payment: { kind: 'payment', paymentId: 'pay-1' },
  basket: { kind: 'basket', basketId: 'bas-1', paymentIds: ['pay-1'] },
  cancellation: { kind: 'cancellation', paymentId: 'pay-1' },
  access: { kind: 'access', asks: 'accounts' },
  contact: { kind: 'access' },
  overview: { kind: 'access', asks: 'overview' },
  passkey: { kind: 'access', asks: 'passkey' },
};
const kinds = Object.keys(resources) as PageKind[];

/** What the PSU can do after all. */
const steps: { readonly [Kind in PageKind]: string | undefined } = {
  payment: 'If you want to approve the payment after all',
  basket: 'If you want to approve the payments after all',
  cancellation: 'If you want to cancel the payment after all',
  access: 'If you want to give access after all',
  contact: 'If you want to confirm it after all',
  overview: undefined,
  passkey: undefined,
};

function linkFor(kind: PageKind): Link {
  const state = fold(authorisationStream, [opened({ resource: resources[kind] })]);
  if (state.is === 'none' || state.is === 'void') throw new Error('no authorisation');
  return state;
}

const readerIn = (language: Language): Reader => ({
  ...{ language, environment: 'sandbox', bankName: 'Fjord Bank', address: '/sign/1' },
  ...{ t: textsOf(language), overviewUrl: 'https://bank.example/my' },
});

describe('the page of an approval that ended without success', () => {
  const cases = ways.flatMap((way) => kinds.map((kind) => [way, kind] as const));

  it.each(cases)('of %s for a %s says what happened and leads back, in every language', (...of) => {
    const [way, kind] = of;
    for (const language of siteLanguages) {
      const reader = readerIn(language);
      const link = linkFor(kind);
      const page = endedPage(reader, link, { way, leads: true });
      const exit = failureExit(link, way, reader);
      expect(page).toMatchObject({ is: 'page', status: 410, language });
      expect(page.html).toContain(`<h1>${reader.t(`ended.${way}`, { tpp: 'Penger AS' })}</h1>`);
      const nothing = reader.t(kind === 'access' ? 'access.unchanged' : `ended.nothing.${kind}`, {
        tpp: 'Penger AS',
      });
      expect(page.html.includes(nothing)).toBe(way !== 'used');
      const refresh = exit && { seconds: leaveSeconds, url: exit.href };
      expect(page.refresh).toEqual(refresh);
      const href = exit?.href.replaceAll('&', '&amp;');
      expect(page.html.includes(`href="${href ?? 'https://tpp.example'}`)).toBe(exit !== undefined);
      expect(page.html).not.toMatch(/\{\w+\}|undefined/);
    }
  });

  it.each(kinds)('offers to a %s the step that fits it, and none to the own business', (kind) => {
    const html = (way: Leaving) =>
      endedPage(readerIn('en'), linkFor(kind), { way, leads: true }).html;
    const step = steps[kind];
    for (const way of ['expired', 'wrong-codes', 'other-customer', 'fault', 'used'] as const) {
      expect(html(way).includes('start again in the app')).toBe(step !== undefined);
      expect(html(way)).toContain(step ?? 'href="/my"');
    }
    expect(html('refused')).not.toContain('start again');
    expect(html('signed-already').includes('Somebody else')).toBe(step !== undefined);
  });

  it('names no code, as a passkey or an electronic ID can fail three times too', () => {
    for (const language of siteLanguages) {
      const t = textsOf(language);
      expect(`${t('ended.wrong-codes')} ${t('failed.wrong-codes')}`).not.toMatch(/code|kod/i);
    }
  });

  it.each(ways)('stays until the PSU goes on where nobody has logged in: %s', (way) => {
    const page = endedPage(readerIn('en'), linkFor('payment'), { way, leads: false });
    expect(page.refresh).toBeUndefined();
  });

  it.each(ways)('comes first unless the PSU chose the way: %s', (way) => {
    expect(needsWord(way)).toBe(saysSo[way]);
  });
});
