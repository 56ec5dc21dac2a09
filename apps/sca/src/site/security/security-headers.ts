/** What a page needs beyond the policy of every page. */
export interface PolicyOptions {
  /** The origins of the TPP, with a space between them: browsers apply form-action also to the redirect after a form POST. */
  readonly formTarget?: string | undefined;
  /** The page runs the script for passkeys. */
  readonly hasScript?: boolean | undefined;
}

/**
 * Allows the style sheet of the site, and its script on a page with passkeys. Forbids everything else,
 * frames included (CSP level 3).
 */
export function contentSecurityPolicy({ formTarget, hasScript }: PolicyOptions = {}): string {
  const formAction = ["'self'", ...(formTarget?.split(' ').map(sourceOf) ?? [])];
  return [
    "default-src 'none'",
    ...(hasScript === true ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${formAction.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const hostOfSource = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * The source of an origin in a policy. The grammar has no underscore and no IPv6 literal (CSP level 3,
 * 2.3.1), and browsers ignore a source outside of it: then the scheme has to do.
 */
function sourceOf(origin: string): string {
  const { hostname, protocol } = new URL(origin);
  return hostOfSource.test(hostname) ? origin : protocol;
}

const yearSeconds = 365 * 24 * 3600;

/** The headers of every answer. `secure` means that browsers reach the site over https. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': `max-age=${String(yearSeconds)}` } : {}),
  };
}
