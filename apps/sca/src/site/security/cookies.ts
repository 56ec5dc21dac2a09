import { hashOf } from './tokens.js';

/**
 * The full name of a cookie. `__Host-` binds a cookie to this host and to https (RFC 6265bis). Plain
 * http, which only the sandbox on loopback uses, cannot have the prefix.
 */
export function cookieName(secure: boolean, name: string): string {
  return secure ? `__Host-${name}` : name;
}

/** The secret of the browser before the log-in. */
export const logInCookie = 'nordgate-log-in';

/** The authorisation that opened the overview in this browser. */
export const overviewCookie = 'nordgate-my';

/** The authorisation that lets this browser add a passkey. */
export const enrolmentCookie = 'nordgate-passkey';

/** The secret of the browser for one authorisation: two tabs do not share a cookie. */
export function approvalCookie(authorisationId: string): string {
  return `nordgate-sign-${authorisationId}`;
}

/** A log-in to the overview that no stream knows yet, signed by the site. */
export function unopenedCookie(authorisationId: string): string {
  return `nordgate-open-${authorisationId}`;
}

const transactionPrefix = 'nordgate-oidc-';

/** A visit at the identity provider: the name of its cookie reveals nothing of the state. */
export function transactionCookie(state: string): string {
  return `${transactionPrefix}${hashOf(state).slice(0, 22)}`;
}

/** Whether a cookie is that of a visit at the identity provider. */
export function isTransactionCookie(name: string): boolean {
  return name.startsWith(transactionPrefix);
}

/** The language that the customer chose. */
export const languageCookie = 'nordgate-language';

/** The app whose overview was seen last in a sandbox: each app has its own customers there. */
export const appCookie = 'nordgate-app';

const keptNames: readonly string[] = [languageCookie, appCookie];
const siteNames = /^nordgate-[\w.-]+$/;

/** Whether a cookie belongs to a visit of this site: a log-out ends it. The choices of a language and an app stay. */
export function isVisitCookie(name: string): boolean {
  return siteNames.test(name) && !keptNames.includes(name);
}

const cookieSeconds = 3600;

/** The choice of a language is kept for a year. */
export const languageSeconds = 365 * 24 * 3600;

/** How a cookie is set (RFC 6265bis). */
export interface CookieOptions {
  readonly httpOnly: true;
  readonly secure: boolean;
  readonly sameSite: 'lax';
  readonly path: '/';
  /** Seconds. */
  readonly maxAge: number;
}

/** No script reads the cookie, and no form of another site sends it. */
export function cookieOptions(secure: boolean, maxAge = cookieSeconds): CookieOptions {
  return { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge };
}

const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** Whether the value of a cookie can be a secret of this site: 256 bits, base64url. */
export function isSecret(value: string | undefined): value is string {
  return value !== undefined && secretForm.test(value);
}
