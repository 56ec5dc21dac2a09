import { contentSecurityPolicy, securityHeaders } from './security-headers.js';

describe('the security headers', () => {
  it('forbid scripts, other origins, frames, caches and referrers', () => {
    expect(securityHeaders(false)).toEqual({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('allow only the script of the site, on a page that has it', () => {
    expect(contentSecurityPolicy({ hasScript: true })).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
  });

  it('keep browsers on https when the site has https', () => {
    expect(securityHeaders(true)).toHaveProperty('strict-transport-security', 'max-age=31536000');
  });

  it.each([
    ['https://[2001:db8::1]:8443', 'https:'],
    ['http://[::1]:4200', 'http:'],
    ['https://my_app.example', 'https:'],
  ])('allow the scheme where the policy has no word for the host: %s', (formTarget, source) => {
    expect(contentSecurityPolicy({ formTarget })).toContain(`form-action 'self' ${source};`);
  });

  it('allow one other origin as a form target', () => {
    expect(contentSecurityPolicy({ formTarget: 'https://tpp.example:8443' })).toContain(
      "form-action 'self' https://tpp.example:8443;",
    );
  });
});
