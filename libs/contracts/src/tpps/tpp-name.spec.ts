import fc from 'fast-check';
import { shownTppName } from './tpp-name.js';

const tppId = 'PSDNO-FSA-999900001';
const shown = (organisation: string | undefined) => shownTppName(organisation, tppId);

describe('the name under which a PSU sees a TPP', () => {
  it.each([
    'Demo TPP AS',
    'Bøk, Sønn & "Co"',
    'Łódź Płatności',
    'ДСК Плащания',
    '決済株式会社',
    'A1',
  ])('is that of its certificate: %s', (name) => {
    expect(shown(name)).toBe(name);
  });

  it.each([
    ['NUL and other control characters', 'Demo\u0000\u0007TPP\u009f', 'Demo TPP'],
    ['line breaks and tabs', 'Demo\r\n\tTPP\u2028AS', 'Demo TPP AS'],
    ['characters that turn the direction', 'De\u202emo\u202c \u2066TPP\u2069\u200f', 'Demo TPP'],
    ['characters without a width', 'De\u200bm\u200do\ufeff T\u2060PP\u00ad', 'Demo TPP'],
    ['fillers and variation selectors', '\u3164Demo\ufe0f\u115f TPP\u{e0041}', 'Demo TPP'],
    ['lone surrogates and private characters', 'De\ud800mo\ue000', 'Demo'],
    ['marks before the first letter', '\u0301\u0338 Demo', 'Demo'],
    ['wide, repeated and outer spaces', '\u3000 Demo \u00a0 \u2800 TPP ', 'Demo TPP'],
    ['letters in parts', 'Bo\u0308rse', 'Börse'],
  ])('has no %s', (_what, organisation, expected) => {
    expect(shown(organisation)).toBe(expected);
  });

  it.each([
    ['no name', undefined],
    ['an empty name', ''],
    ['a name that shows nothing', ' \u200b\u0000\u202e'],
  ])('is the organizationIdentifier of a certificate with %s', (_what, organisation) => {
    expect(shown(organisation)).toBe(tppId);
  });

  it.each([
    'Nordgate',
    'NORDGATE BANK',
    'Nord-Gate AS',
    'N o r d g a t e',
    'Your bank: nordgate',
    'Nörd\u200bgate',
    'Ｎｏｒｄｇａｔｅ',
    'N0rdg4t3',
    'Nord6ate',
    'Nordga7e',
    'Pay with N\u043erd',
    'N\u043erdgate',
    'Nordg\u0430te',
    'Nοrdgate',
  ])('is the organizationIdentifier where it could be read as the bank: %j', (organisation) => {
    expect(shown(organisation)).toBe(tppId);
  });

  it('has at most 70 characters', () => {
    expect([...shown('😀'.repeat(71))]).toHaveLength(70);
    expect(shown('å'.repeat(70))).toBe('å'.repeat(70));
  });

  it('always shows something, and nothing that is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (organisation) => {
        const name = shown(organisation);
        expect(name).toMatch(/[^\s\p{M}]/u);
        expect(name).not.toMatch(/[\p{C}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u);
        expect(shown(name)).toBe(name);
      }),
    );
  });
});
