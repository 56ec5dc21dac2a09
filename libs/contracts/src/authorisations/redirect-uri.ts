/** A longer TPP-Redirect-URI is refused. */
export const redirectUriLengthMax = 2048;

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** RFC 3986 has no other characters. The URL parser would take bytes of UTF-8 for letters, and drop a tab. */
const ascii = /^[\x20-\x7e]*$/;

/** Labels of letters, digits, hyphens and underscores, none of them empty. */
const plainHost = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** In the form that the URL parser gives it: the parser has checked the number. */
const ipv6Literal = /^\[[0-9a-f:.]+\]$/;

/** Scheme and authority, in one pass: nothing behind it can fail. */
const upToAuthority = /^[^/?#\\]*[/\\]*[^/?#\\]*/;

/** User info before the host, also empty: the parser drops an empty one. */
const hasUserInfo = (uri: string): boolean => upToAuthority.exec(uri)?.[0].includes('@') === true;

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname);
}

/**
 * The parsed TPP-Redirect-URI of a request (specification 4.3, 5.10); undefined when the bank does not
 * redirect a browser there. It is ASCII, absolute and https, or http to loopback in the sandbox, with a plain
 * host or an IPv6 literal and without user info. The gateway refuses every other value, and the approval
 * site leaves to no other. The host becomes part of a Content-Security-Policy, and the host of a URL may
 * contain a wildcard or a semicolon (URL standard, 3.2).
 */
export function redirectAddress(
  uri: string,
  environment: 'sandbox' | 'production',
): URL | undefined {
  if (uri.length > redirectUriLengthMax || !ascii.test(uri) || !URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  const { hostname, protocol } = url;
  if (hasUserInfo(uri)) return undefined;
  if (!plainHost.test(hostname) && !ipv6Literal.test(hostname)) return undefined;
  if (protocol === 'https:') return url;
  const isLocal = environment === 'sandbox' && isLoopback(hostname);
  return protocol === 'http:' && isLocal ? url : undefined;
}
