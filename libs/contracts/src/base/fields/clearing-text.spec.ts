import fc from 'fast-check';
import { clearingText, firstForeignCharacter, visibleClearingText } from './clearing-text.js';

describe('a text for the clearing', () => {
  it.each([
    '',
    'Kari Nordmann',
    'Æøå ÆØÅ',
    "Müller & Søn's – nei".replace('–', '-'),
    '§ 7 ÿ',
    '\u00a0',
  ])('may read %j', (text) => {
    expect(clearingText.test(text)).toBe(true);
    expect(firstForeignCharacter(text)).toBeUndefined();
  });

  it.each([
    ['an emoji', 'Hei 😀!', 'U+1F600', 5],
    ['a NUL', '\u0000', 'U+0000', 1],
    ['a tab', 'a\tb', 'U+0009', 2],
    ['a line break at the end', 'ab\n', 'U+000A', 3],
    ['DEL', 'a\u007f', 'U+007F', 2],
    ['a control character of Latin-1', '\u0085', 'U+0085', 1],
    ['the euro sign', '5 €', 'U+20AC', 3],
    ['a combining accent', 'e\u0301', 'U+0301', 2],
    ['a lone surrogate', 'a\ud83d', 'U+D83D', 2],
    ['a soft hyphen', 'Ola\u00ad Nordmann', 'U+00AD', 4],
    ['a zero-width space', 'Kari\u200b', 'U+200B', 5],
    ['a mark that turns the direction of reading', '\u202etxt', 'U+202E', 1],
    ['a character of no assignment', 'a\u{e0080}', 'U+E0080', 2],
  ])('is refused with %s', (_what, text, character, position) => {
    expect(clearingText.test(text)).toBe(false);
    expect(firstForeignCharacter(text)).toEqual({ character, position });
  });

  it('is refused with every character of Latin-1 that is no letter, mark, number, sign or space', () => {
    const latin1 = Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code));
    const carried = latin1.filter((character) => clearingText.test(character));
    expect(carried).toEqual(latin1.filter((one) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u.test(one)));
  });

  it('is refused exactly when it has a character to name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(clearingText.test(text)).toBe(firstForeignCharacter(text) === undefined);
      }),
    );
  });
});

describe('a text that shows something', () => {
  it('is a text for the clearing with more than spaces', () => {
    const blank = fc.string({ unit: fc.constantFrom(' ', '\u00a0') });
    fc.assert(
      fc.property(
        blank,
        fc.string({ unit: 'binary', maxLength: 5 }),
        blank,
        (before, text, after) => {
          const whole = before + text + after;
          const shows = /[^ \u00a0]/u.test(whole) && clearingText.test(whole);
          expect(visibleClearingText.test(whole)).toBe(shows);
        },
      ),
    );
    for (const character of ['x', '!', '~', '¡', '¬', '®', 'ÿ']) {
      expect(visibleClearingText.test(character)).toBe(true);
    }
  });
});
