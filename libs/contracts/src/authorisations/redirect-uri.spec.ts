import { redirectAddress, redirectUriLengthMax } from './redirect-uri.js';

const ofLength = (length: number) => 'https://tpp.example/'.padEnd(length, 'x');

describe('TPP-Redirect-URI', () => {
  it.each([
    ['https://tpp.example/back?state=1', 'production'],
    ['https://tpp.example:8443/back?x=1', 'production'],
    ['https://my_app.tpp-1.example/', 'production'],
    ['https://192.0.2.7/back', 'production'],
    ['https://[2001:db8::1]:8443/back', 'production'],
    ['https://[::ffff:192.0.2.7]/', 'production'],
    ['https://xn--blbr-roah.example/', 'production'],
    ['https://bl%C3%A5b%C3%A6r.example/', 'production'],
    ['https://tpp.example/bl%C3%A5b%C3%A6r', 'production'],
    ['https://tpp.example/@path?who=a@b.example', 'production'],
    [ofLength(redirectUriLengthMax), 'production'],
    ['http://localhost:4200/back', 'sandbox'],
    ['http://127.0.0.1/back', 'sandbox'],
    ['http://[::1]:4200/back', 'sandbox'],
  ] as const)('can be %s in %s', (uri, environment) => {
    expect(redirectAddress(uri, environment)?.href).toBe(new URL(uri).href);
  });

  it.each([
    ['http://tpp.example/back', 'sandbox'],
    ['http://[2001:db8::1]/back', 'sandbox'],
    ['http://localhost:4200/back', 'production'],
    ['http://localhost.tpp.example/', 'sandbox'],
    ['http://127.0.0.1.tpp.example/', 'sandbox'],
    ['ftp://localhost/back', 'sandbox'],
    ['javascript:alert(1)', 'sandbox'],
    ['data:text/html,x', 'sandbox'],
    ['tpp-app://back', 'sandbox'],
    ['//tpp.example/back', 'sandbox'],
    ['/back', 'sandbox'],
    ['', 'sandbox'],
    ['https://user@tpp.example/', 'production'],
    ['https://user:secret@tpp.example/', 'production'],
    ['https://@tpp.example/', 'production'],
    ['https://:@tpp.example/', 'production'],
    ['https:\\\\user@tpp.example/', 'production'],
    ["https://a;script-src'none'.example/", 'production'],
    ['https://tpp.example;/', 'production'],
    ['https://*.example/', 'production'],
    ['https://*/', 'production'],
    ['https://tpp..example/', 'production'],
    ['https://.tpp.example/', 'production'],
    ['https://tpp.example./', 'production'],
    ['https://./', 'production'],
    ["https://tpp.example'x/", 'production'],
    ['https://tpp,example/', 'production'],
    ['https://[2001:db8::zz]/', 'production'],
    ['https://blåbær.example/', 'production'],
    ['https://bl\u00c3\u00a5b\u00c3\u00a6r.example/', 'production'],
    ['https://tpp.example/\u00e5', 'production'],
    ['https://tpp.exa\tmple/', 'production'],
    ['https://tpp.example/\u007f', 'production'],
    [ofLength(redirectUriLengthMax + 1), 'production'],
  ] as const)('cannot be %j in %s', (uri, environment) => {
    expect(redirectAddress(uri, environment)).toBeUndefined();
  });
});
