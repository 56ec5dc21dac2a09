import { contentSecurityPolicy, securityHeaders } from './security-headers.js';

describe('the security headers', () => {
  it('let nothing run, load, frame or leak', () => {
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

  it('let the site’s own script run on a page that has it, and nothing else', () => {
    expect(contentSecurityPolicy({ hasScript: true })).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
  });

  it('keep browsers on https where the site has it', () => {
    expect(securityHeaders(true)).toHaveProperty('strict-transport-security', 'max-age=31536000');
  });

  it('name the one origin that a form may lead to', () => {
    expect(contentSecurityPolicy({ formTarget: 'https://tpp.example:8443' })).toContain(
      "form-action 'self' https://tpp.example:8443;",
    );
  });
});
