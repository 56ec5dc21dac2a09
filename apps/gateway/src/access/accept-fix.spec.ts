import { acceptedFixesOf, fixesByDefault } from './accept-fix.js';
import { languageOf } from '../reply/negotiation.js';

const none = new Set<string>();

describe('x-accept-fix', () => {
  it('has fixes on that it does not name, past their default date in the table or the profile', () => {
    const name = 'months-of-execution-12';
    const fixesOn = fixesByDefault({ fixes: [{ name, defaultSince: '2031-01-01' }] });
    const on = (header: string | undefined, today: string) =>
      acceptedFixesOf(header, false, fixesOn(today)).fixes;
    expect(on(undefined, '2030-12-31').has('longer-names')).toBe(true);
    expect(on(undefined, '2030-12-31').has(name)).toBe(false);
    expect(on(undefined, '2031-01-01').has(name)).toBe(true);
    expect(on('transaction-details-endpoint', '2031-01-01').has(name)).toBe(true);
  });

  it('takes several values, separated by commas', () => {
    const { fixes, warnings } = acceptedFixesOf('amount-as-string, longer-names', true, none);
    expect([...fixes]).toEqual(['amount-as-string', 'longer-names']);
    expect(warnings).toEqual([]);
  });

  it('warns of an unknown value and of a missing amount-as-string', () => {
    const { warnings } = acceptedFixesOf('no-such-fix', true, none);
    expect(warnings.map(({ rule }) => rule)).toEqual([
      'header.unknownFix',
      'header.amountAsString',
    ]);
  });

  it('does not miss amount-as-string where nothing is initiated', () => {
    expect(acceptedFixesOf('longer-names', false, none).warnings).toEqual([]);
    expect(acceptedFixesOf(undefined, false, none).warnings).toEqual([]);
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
