/** Sites that a form of the page may lead to, besides this one. */
export interface PolicyOptions {
  /** The TPP's origin, only on pages that lead there: browsers hold redirects of a form POST to it. */
  readonly formTarget?: string | undefined;
  /** The page has the site's own script. */
  readonly hasScript?: boolean | undefined;
}

/**
 * Nothing runs, nothing is loaded but our own style sheet, nobody frames us (CSP level 3). A page with
 * passkeys runs the site's one script besides.
 */
export function contentSecurityPolicy({ formTarget, hasScript }: PolicyOptions = {}): string {
  const formAction = ["'self'", ...(formTarget === undefined ? [] : [formTarget])];
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

const yearSeconds = 365 * 24 * 3600;

/** Headers of every answer. `secure`: browsers reach the site over https. */
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
