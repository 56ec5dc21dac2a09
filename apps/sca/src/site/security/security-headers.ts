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
