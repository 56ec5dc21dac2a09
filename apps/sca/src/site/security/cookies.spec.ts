import { approvalCookie, cookieName, cookieOptions, isSecret, logInCookie } from './cookies.js';

describe('the cookies', () => {
  it('are bound to this host over https', () => {
    expect(cookieName(true, logInCookie)).toBe('__Host-nordgate-log-in');
    expect(cookieName(true, approvalCookie('aut-1'))).toBe('__Host-nordgate-sign-aut-1');
    const options = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' };
    expect(cookieOptions(true)).toMatchObject(options);
  });

  it('have neither Secure nor the prefix on plain http', () => {
    expect(cookieName(false, logInCookie)).toBe('nordgate-log-in');
    expect(cookieOptions(false)).toMatchObject({ httpOnly: true, secure: false });
  });

  it('hold secrets of 256 bits', () => {
    expect(isSecret('a'.repeat(43))).toBe(true);
    for (const value of [undefined, '', 'a'.repeat(42), 'a'.repeat(44), '<'.repeat(43)]) {
      expect(isSecret(value)).toBe(false);
    }
  });
});
