import { acceptedFixesOf } from './accept-fix.js';
import { languageOf } from './language.js';

describe('x-accept-fix', () => {
  it('takes several values, separated by commas', () => {
    const { fixes, warnings } = acceptedFixesOf('amount-as-string, longer-names', true);
    expect([...fixes]).toEqual(['amount-as-string', 'longer-names']);
    expect(warnings).toEqual([]);
  });

  it('warns of an unknown value and of a missing amount-as-string', () => {
    const { warnings } = acceptedFixesOf('no-such-fix', true);
    expect(warnings.map(({ rule }) => rule)).toEqual([
      'header.unknownFix',
      'header.amountAsString',
    ]);
  });

  it('does not miss amount-as-string where nothing is initiated', () => {
    expect(acceptedFixesOf('longer-names', false).warnings).toEqual([]);
    expect(acceptedFixesOf(undefined, false).warnings).toEqual([]);
  });
});

describe('the language of texts', () => {
  it.each([
    [undefined, 'en'],
    ['nb', 'nb'],
    ['no, en;q=0.5', 'nb'],
    ['nn-NO;q=0.9, en;q=0.1', 'nb'],
    ['en, nb;q=0.5', 'en'],
    ['de', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [';;;', 'en'],
  ])('for %s is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
