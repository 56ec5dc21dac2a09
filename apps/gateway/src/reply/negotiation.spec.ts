import { encodingFor, languageOf, takesIdentity, takesJson } from './negotiation.js';

describe('the language of texts', () => {
  it.each([
    [undefined, 'en'],
    ['nb', 'nb'],
    ['no, en;q=0.5', 'nb'],
    ['nn-NO;q=0.9, en;q=0.1', 'nb'],
    ['en, nb;q=0.5', 'en'],
    ['nb;q=0.5, en;q=0.5', 'nb'],
    ['en;q=0.5, nb;q=0.5', 'en'],
    ['de', 'en'],
    ['de, nb;q=0.3', 'nb'],
    ['nb;q=0', 'en'],
    ['en;q=0, *', 'nb'],
    ['nb, *', 'nb'],
    ['*', 'en'],
    ['', 'en'],
    [';;;', 'en'],
    ['nb_NO', 'nb'],
    ['NB-no', 'nb'],
    ['en_US', 'en'],
    ['norwegian-language, nb', 'nb'],
    ['nb;q=.9, en;q=.8', 'nb'],
    ['nb;q=high, en;q=0.1', 'en'],
    ['nb-Latn-NO-x-private', 'nb'],
    ['\u00e6\u00f8\u00e5, nb', 'nb'],
  ])('for %s is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

describe('a header that negotiates', () => {
  const after = (count: number, others: string, wanted: string) =>
    [...Array.from({ length: count }, () => others), wanted].join(', ');

  it('counts with its first 50 elements, which is more than any browser sends', () => {
    expect([49, 50].map((count) => languageOf(after(count, 'de', 'nb')))).toEqual(['nb', 'en']);
    expect([49, 50].map((count) => takesJson(after(count, 'text/html', '*/*')))).toEqual([
      ...[true, false],
    ]);
    expect([49, 50].map((count) => encodingFor(after(count, 'zstd', 'br')))).toEqual([
      ...['br', 'identity'],
    ]);
  });

  it('passes over an element with more than 16 parameters', () => {
    const json = (count: number) => `text/html, application/json${';a=b'.repeat(count)}`;
    expect([16, 17].map((count) => takesJson(json(count)))).toEqual([true, false]);
  });
});

describe('an Accept header', () => {
  it.each([
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'],
    ['application/json, text/plain, */*'],
    ['Application/JSON;Charset="UTF-8"'],
    ['application/*;q=0.001'],
    ['application/json; odata'],
    ['text/html;level="1,2", application/json'],
    ['*/*;q=0, application/json'],
    ['application/json;q=0, application/json'],
    ['\ttext/html ,\tapplication/json\t;\tq=1'],
    ['json'],
    ['*'],
    ['application/xml;q=2'],
    ['application/json;q=1.5, application/json'],
    ['"'],
    [',,,'],
  ])('accepts JSON: %s', (header) => {
    expect(takesJson(header)).toBe(true);
  });

  it.each([
    ['application/xml'],
    ['application/xml, json'],
    ['application/json;q=0'],
    ['application/json;q=0, */*'],
    ['application/*;q=0, */*'],
    ['*/*;q=0'],
    ['*/*;q=.0'],
    ['text/json'],
    ['application/problem+json'],
    ['*/json'],
  ])('excludes JSON: %s', (header) => {
    expect(takesJson(header)).toBe(false);
  });
});

describe('an Accept-Encoding header', () => {
  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['gzip, deflate, br, zstd', 'gzip'],
    ['br, gzip', 'br'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'gzip'],
    ['gzip;q=0.5, br', 'br'],
    ['gzip;q=0.5, br;q=.6', 'br'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', 'identity'],
    ['identity, gzip', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['*', 'gzip'],
    ['deflate', 'identity'],
    ['gzip;level=9', 'identity'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0, *', 'br'],
    ['gzip;q=high', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, zstd', undefined],
    ['identity;q=0.000', undefined],
    [',', 'identity'],
    ['', 'identity'],
  ] as const)('%s prefers %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding);
  });

  it.each([
    ['gzip', true],
    ['gzip;q=0.5', true],
    ['gzip;q=0', true],
    ['identity;q=0, gzip', false],
    ['*;q=0, gzip', false],
    ['*;q=0, identity;q=0.1', true],
    ['identity;q=0.01', true],
  ])('%s leaves an uncoded answer allowed: %s', (header, isAllowed) => {
    expect(takesIdentity(header)).toBe(isAllowed);
  });
});
