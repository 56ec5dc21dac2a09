/**
 * Cookie names. `__Host-` binds a cookie to this host and to https (RFC 6265bis); plain http, which
 * only the sandbox on loopback uses, cannot have it.
 */
function cookieName(secure: boolean, name: string): string {
  return secure ? `__Host-${name}` : name;
}

/** The browser's secret before the log-in. */
export function logInCookie(secure: boolean): string {
  return cookieName(secure, 'nordgate-log-in');
}

/** The browser's secret for one authorisation; one each, so that two tabs do not meet. */
export function browserCookie(secure: boolean, authorisationId: string): string {
  return cookieName(secure, `nordgate-sign-${authorisationId}`);
}

/** Which authorisation let this browser into the PSU's own overview. */
export function overviewCookie(secure: boolean): string {
  return cookieName(secure, 'nordgate-my');
}

/** Which authorisation lets this browser add a passkey. */
export function enrolmentCookie(secure: boolean): string {
  return cookieName(secure, 'nordgate-passkey');
}

const cookieSeconds = 3600;

/** How a cookie is set (RFC 6265bis). */
export interface CookieOptions {
  readonly httpOnly: true;
  readonly secure: boolean;
  readonly sameSite: 'lax';
  readonly path: '/';
  /** Seconds. */
  readonly maxAge: number;
}

/** Never read by script, never sent by another site's form. */
export function cookieOptions(secure: boolean): CookieOptions {
  return { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: cookieSeconds };
}

const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** Whether a cookie's value can be a secret of ours: 256 bits, base64url. */
export function isSecret(value: string | undefined): value is string {
  return value !== undefined && secretForm.test(value);
}
