import fc from 'fast-check';
import { en, type TextKey } from './en.js';
import { nb } from './nb.js';
import { LANGUAGES, textLengthMax, textOf } from './text-of.js';

const keys = Object.keys(en) as TextKey[];

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();
}

describe('the catalogues of texts', () => {
  it('have the same keys', () => {
    expect(Object.keys(nb).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(keys)('name the same parameters in %s', (key) => {
    expect(placeholders(nb[key])).toEqual(placeholders(en[key]));
  });

  it.each(keys)('say %s within the bound before any parameter is filled in', (key) => {
    for (const text of [en[key], nb[key]]) expect(text.length).toBeLessThanOrEqual(256);
  });
});

describe('the text of a fault', () => {
  it('is filled with its parameters', () => {
    const fault = { rule: 'amount.minorUnits', params: { currency: 'JPY', digits: 0 } } as const;
    expect(textOf(fault, 'en')).toBe('An amount in JPY has at most 0 decimals.');
    expect(textOf(fault, 'nb')).toBe('Et beløp i JPY har høyst 0 desimaler.');
  });

  it('keeps a placeholder that has no parameter, also one with an inherited name', () => {
    expect(textOf({ rule: 'text.tooLong', params: {} }, 'en')).toContain('{max}');
  });

  it('does not read a parameter as a template', () => {
    const params = { allowed: '{min} $& $1' };
    expect(textOf({ rule: 'choice.oneOf', params }, 'en')).toContain('{min} $& $1');
  });

  it('is kept at 512 characters, and shortened to 512 from 513 on (specification 8)', () => {
    const of = (allowed: string) => textOf({ rule: 'choice.oneOf', params: { allowed } }, 'en');
    const longest = 'å'.repeat(512 - of('').length);
    expect(of(longest)).toHaveLength(512);
    expect(of(longest)).toContain(longest);
    expect(of(`${longest}å`)).toHaveLength(512);
    expect(of(`${longest}å`)).toMatch(/…$/);
  });

  it('never exceeds 512 characters and is well-formed, whatever its parameters', () => {
    const parameter = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc.nat(600).map((length) => '😀'.repeat(length)),
      fc.constant('\ud800'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...keys), parameter, (rule, value) => {
        const params = { allowed: value, character: value, position: value, max: value };
        for (const language of LANGUAGES) {
          const text = textOf({ rule, params }, language);
          expect([...text].length).toBeLessThanOrEqual(textLengthMax);
          expect(/\p{Surrogate}/u.test(text)).toBe(false);
        }
      }),
    );
  });
});
