import { en } from './en.js';
import type { PluralText, TextKey } from './en.js';
import { nb } from './nb.js';
import { textsOf } from './texts.js';

const formsOf = (text: string | PluralText) =>
  typeof text === 'string' ? [text] : [text.one, text.other];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('the texts', () => {
  it.each(Object.keys(en) as TextKey[])(
    '%s has the same forms and parameters in both languages',
    (key) => {
      const [english, norwegian] = [formsOf(en[key]), formsOf(nb[key])];
      expect(norwegian).not.toContain('');
      expect(norwegian.map(placeholders)).toEqual(english.map(placeholders));
    },
  );

  it('have the same keys in both languages', () => {
    expect(Object.keys(nb).sort()).toEqual(Object.keys(en).sort());
  });

  it('replace parameters, and keep the name of a parameter that is not given', () => {
    expect(textsOf('en')('back.to', { tpp: 'Penger AS' })).toBe('Back to Penger AS');
    expect(textsOf('nb')('back.to', { tpp: '$& {tpp}' })).toBe('Tilbake til $& {tpp}');
    expect(textsOf('en')('back.to')).toBe('Back to {tpp}');
  });

  it.each([
    ['en', '0', 'Approve 0 payments'],
    ['en', '1', 'Approve 1 payment'],
    ['en', '2', 'Approve 2 payments'],
    ['nb', '0', 'Godkjenn 0 betalinger'],
    ['nb', '1', 'Godkjenn 1 betaling'],
    ['nb', '21', 'Godkjenn 21 betalinger'],
  ] as const)('in %s take the plural form for %s', (language, count, text) => {
    expect(textsOf(language)('approval.basket', { count })).toBe(text);
  });
});
