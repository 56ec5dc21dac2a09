import { ACCESS_TEXTS } from '@nordgate/contracts/profile';
import type { TextKey } from './texts.js';
import type { PluralText } from './en/catalogue.js';
import { siteLanguages } from './site-language.js';
import { catalogues, ownTextsOf, textsOf } from './texts.js';

const { en, nb } = catalogues;

const formsOf = (text: string | PluralText) =>
  typeof text === 'string' ? [text] : [text.one, text.other];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

/** The texts that are the same words in Norwegian. */
const alsoNorwegian = {
  sv: ['Du', 'Ingen', 'Lån', 'Om {tpp}', 'Skatt', 'Språk'],
  da: [
    'Adresse',
    'Andre gebyrer',
    'Behold betalingen',
    'Betales bankdagen før',
    'Betaling til leverandør',
    'Betalinger',
    'Dag i måneden',
    'Dato',
    'Du betaler alle',
    'Du er ikke kunde her',
    'Finansforvaltning',
    'Fjern {name}',
    'Formål',
    'Fra konto',
    'Første betaling',
    'Gebyr',
    'Går videre til',
    'Haster',
    'Hver dag',
    'Hver måned',
    'Hvert kvartal',
    'Hvert år',
    'I valgte måneder',
    'Investering',
    'Kode',
    'Kortbetaling',
    'Kundenummer',
    'Likviditetsstyring',
    'Lån',
    'Måneder',
    'Navn',
    'Om {tpp}',
    'Tekst',
    'Testmiljø',
    'Til bank',
    'Til konto',
    'Til og med',
    'Til',
    'kode {code}',
    'ny',
    '{sum} hver gang',
    '{sum} til {to}',
  ],
};

describe('the texts', () => {
  it('about access are those of the bank profile, with the values that it names', () => {
    const seen = Object.entries(en)
      .filter(([key]) => key.startsWith('access.'))
      .map(([key, text]) => [key.slice('access.'.length), placeholders(text as string).join()]);
    const inProfile = Object.entries(ACCESS_TEXTS).map(([name, values]) => [
      name,
      values.map((one) => `{${one}}`).join(),
    ]);
    expect(seen.sort()).toEqual(inProfile.sort());
  });

  it("about access have the bank's own words where its profile has them, in that language only", () => {
    const own = ownTextsOf([{ language: 'sv', name: 'until', text: 'Slutar {date}.' }]);
    expect(textsOf('sv', own.sv)('access.until', { date: '1 maj' })).toBe('Slutar 1 maj.');
    expect(textsOf('sv', own.sv)('access.payments')).toBe(catalogues.sv['access.payments']);
    expect(textsOf('nb', own.nb)('access.until', { date: '1. mai' })).toBe(
      'Tilgangen gjelder til og med 1. mai.',
    );
  });

  it.each(siteLanguages)(
    'in %s have the keys, forms and parameters of the English ones',
    (language) => {
      const catalogue = catalogues[language];
      expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
      for (const key of Object.keys(en) as TextKey[]) {
        const [english, own] = [formsOf(en[key]), formsOf(catalogue[key])];
        expect([key, own]).toEqual([key, own.filter((text) => text.trim() !== '')]);
        expect([key, own.map(placeholders)]).toEqual([key, english.map(placeholders)]);
      }
    },
  );

  it.each(['sv', 'da'] as const)('in %s are not left in Norwegian', (language) => {
    const same = (Object.keys(nb) as TextKey[]).flatMap((key) => {
      const norwegian = formsOf(nb[key]);
      return formsOf(catalogues[language][key]).filter((text, i) => text === norwegian[i]);
    });
    expect([...new Set(same)].sort()).toEqual(alsoNorwegian[language].sort());
  });

  it('replace parameters, and keep the name of a parameter that is not given', () => {
    expect(textsOf('en')('back.to', { tpp: 'Penger AS' })).toBe('Back to Penger AS');
    expect(textsOf('nb')('back.to', { tpp: '$& {tpp}' })).toBe('Tilbake til $& {tpp}');
    expect(textsOf('en')('back.to')).toBe('Back to {tpp}');
  });

  it.each([
    ['en', '0', 'Approve 9 NOK in 0 payments'],
    ['en', '1', 'Approve 9 NOK in 1 payment'],
    ['en', '2', 'Approve 9 NOK in 2 payments'],
    ['nb', '0', 'Godkjenn 9 NOK i 0 betalinger'],
    ['nb', '1', 'Godkjenn 9 NOK i 1 betaling'],
    ['nb', '21', 'Godkjenn 9 NOK i 21 betalinger'],
    ['sv', '1', 'Godkänn 9 NOK i 1 betalning'],
    ['sv', '2', 'Godkänn 9 NOK i 2 betalningar'],
    ['da', '1', 'Godkend 9 NOK i 1 betaling'],
    ['da', '2', 'Godkend 9 NOK i 2 betalinger'],
  ] as const)('in %s take the plural form for %s', (language, count, text) => {
    expect(textsOf(language)('title.approve.many', { sum: '9 NOK', count })).toBe(text);
  });
});
