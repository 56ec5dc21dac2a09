import { languageOf } from './negotiation.js';

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
