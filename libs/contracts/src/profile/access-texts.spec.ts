import { ACCESS_TEXTS, accessTextFaults, SITE_LANGUAGES } from './access-texts.js';
import type { AccessTextName } from './access-texts.js';

const names = Object.keys(ACCESS_TEXTS) as AccessTextName[];

/** A text that names these values. */
const textWith = (values: readonly string[]) =>
  ['Text', ...values.map((value) => `{${value}}`)].join(' ');

describe("the bank's own texts about access in a profile", () => {
  const all = SITE_LANGUAGES.flatMap((language) =>
    names.map((name) => ({ language, name, text: textWith(ACCESS_TEXTS[name]) })),
  );

  it('are accepted for every text in every language at once', () => {
    expect(accessTextFaults(all)).toEqual([]);
  });

  it.each(names)('name the values of %s, in any order and as often as they like', (name) => {
    const values = ACCESS_TEXTS[name].toReversed();
    const text = textWith([...values, ...values]);
    expect(accessTextFaults([{ language: 'nb', name, text }])).toEqual([]);
  });

  it.each(names)('are rejected for %s with a value too few, too many or unknown', (name) => {
    const values = ACCESS_TEXTS[name];
    const fewer = values.map((left) => values.filter((value) => value !== left));
    for (const wrong of [...fewer, [...values, 'iban'], [...values.slice(1), 'TPP']]) {
      const faults = accessTextFaults([{ language: 'da', name, text: textWith(wrong) }]);
      expect(faults).toMatchObject([
        { at: ['accessTexts', 0, 'text'], rule: 'profile.placeholders' },
      ]);
    }
  });

  it('are rejected the second time in the same language', () => {
    const [first, ...others] = all;
    const faults = accessTextFaults([first, ...others, first]);
    expect(faults).toMatchObject([
      { at: ['accessTexts', all.length, 'name'], rule: 'list.duplicate' },
    ]);
  });
});
