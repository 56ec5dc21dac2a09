import { languageOf } from './site-language.js';

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['nb', 'nb'],
    ['nb-NO,nb;q=0.9,en;q=0.8', 'nb'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['en-GB,nb;q=0.5', 'en'],
    ['en;q=0.4, nb;q=0.7', 'nb'],
    ['de,fr;q=0.9', 'en'],
    ['de,nb;q=0.1', 'nb'],
    ['nb;q=0,en;q=0.1', 'en'],
    ['NB-no', 'nb'],
    ['nb;q=hello', 'en'],
    ['*', 'en'],
    ['sv-SE,sv;q=0.9', 'sv'],
    ['da,en;q=0.8', 'da'],
    ['de,da;q=0.5,en;q=0.4', 'da'],
  ] as const)('for %s is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
