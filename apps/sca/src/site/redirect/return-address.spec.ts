import { returnAddress, withParameters } from './return-address.js';

describe('the return address of a TPP', () => {
  it.each([
    ['https://tpp.example/back', 'production'],
    ['https://tpp.example:8443/back?x=1', 'production'],
    ['https://blåbær.example/', 'production'],
    ['http://localhost:4200/back', 'sandbox'],
    ['http://127.0.0.1/back', 'sandbox'],
    ['http://[::1]:4200/back', 'sandbox'],
  ] as const)('can be %s in %s', (uri, environment) => {
    expect(returnAddress(uri, environment)).toBeInstanceOf(URL);
  });

  it.each([
    ['http://tpp.example/back', 'sandbox'],
    ['http://localhost:4200/back', 'production'],
    ['http://localhost.tpp.example/', 'sandbox'],
    ['http://127.0.0.1.tpp.example/', 'sandbox'],
    ['javascript:alert(1)', 'sandbox'],
    ['data:text/html,x', 'sandbox'],
    ['tpp-app://back', 'sandbox'],
    ['//tpp.example/back', 'sandbox'],
    ['/back', 'sandbox'],
    ['', 'sandbox'],
    ['https://user@tpp.example/', 'production'],
    ['https://user:secret@tpp.example/', 'production'],
    ["https://a;script-src'none'.example/", 'production'],
    ['https://*.example/', 'production'],
  ] as const)('cannot be %j in %s', (uri, environment) => {
    expect(returnAddress(uri, environment)).toBeUndefined();
  });
});

describe('the parameters of a return address', () => {
  const merged = (uri: string, parameters: Record<string, string>) =>
    withParameters(new URL(uri), parameters);

  it('start the query of an address without one', () => {
    expect(merged('https://t.example/b', { code: 'X' })).toBe('https://t.example/b?code=X');
    expect(merged('https://t.example/b?', { code: 'X' })).toBe('https://t.example/b?code=X');
  });

  it('follow the query of the TPP, which keeps every byte', () => {
    expect(merged('https://t.example/b?s=a%20b+c&e&%7Ex=%2f', { code: 'X' })).toBe(
      'https://t.example/b?s=a%20b+c&e&%7Ex=%2f&code=X',
    );
  });

  it('stand before a fragment', () => {
    expect(merged('https://t.example/b?s=1#top', { code: 'X' })).toBe(
      'https://t.example/b?s=1&code=X#top',
    );
  });

  it('replace parameters of the same names, in any encoding', () => {
    expect(merged('https://t.example/b?psu-id=me&%70su-id=me&keep=1', { 'psu-id': 'you' })).toBe(
      'https://t.example/b?keep=1&psu-id=you',
    );
  });

  it('keep parameters with similar names, and names that cannot be decoded', () => {
    expect(merged('https://t.example/b?codes=1&%zz=2', { code: 'X' })).toBe(
      'https://t.example/b?codes=1&%zz=2&code=X',
    );
  });

  it('are URL-encoded', () => {
    expect(merged('https://t.example/', { message: 'å & b=c #d' })).toBe(
      'https://t.example/?message=%C3%A5%20%26%20b%3Dc%20%23d',
    );
  });
});
