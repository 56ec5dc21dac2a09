import type { CookieChange, Redirect } from './answer.js';

/** Why a visit at the identity provider did not lead on. Each has its page. */
export type ProviderFaultKind =
  /** The PSU broke off. */
  | 'aborted'
  /** The provider wants another log-in. */
  | 'log-in-required'
  /** The provider does not answer, or not now. */
  | 'unavailable'
  /** The answer is none that this site may use. */
  | 'invalid'
  /** The authentication was weaker than the bank demands. */
  | 'weak'
  /** Nobody started this in this browser, or it is too old or used. */
  | 'unknown-transaction'
  | 'unknown-customer'
  | 'blocked-customer'
  | 'ambiguous-customer';

/** Why the site does not serve a request. Each kind has its page. */
export type SiteErrorKind =
  | 'not-found'
  | 'unknown-link'
  | 'form'
  | 'other-browser'
  | 'tpp-stopped'
  | 'bad-request'
  | 'too-large'
  | 'too-slow'
  | 'too-many'
  | 'tpp-busy'
  | 'unavailable'
  | 'maintenance'
  | `provider-${ProviderFaultKind}`
  | 'error';

/** What else a SiteError has. */
export interface SiteErrorOptions extends ErrorOptions {
  readonly until?: string;
  /** Whose links are opened too often, for the log. */
  readonly tpp?: string;
}

/** Thrown for a request that ends on an error page of the site. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  /** When the bank serves again at the latest, ISO 8601. */
  readonly until: string | undefined;
  readonly tpp: string | undefined;

  constructor(
    readonly kind: SiteErrorKind,
    /** Where the PSU can start again. */
    readonly again?: string,
    /** After this many seconds the request may be repeated. */
    readonly retrySeconds?: number,
    readonly cookies?: readonly CookieChange[],
    options?: SiteErrorOptions,
  ) {
    super(kind, options);
    this.until = options?.until;
    this.tpp = options?.tpp;
  }
}

/** Thrown by a guard when the request cannot be served, but another address of the site helps. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';

  constructor(readonly redirect: Redirect) {
    super(`redirected to ${redirect.location}`);
  }
}

/** Above a limit. Says how long the sender has to wait. */
export function tooMany(retrySeconds: number): SiteError {
  return new SiteError('too-many', undefined, retrySeconds);
}

/** The line of the log for an error page that is not the bank's fault. */
export const errorPageLine = 'a request to the site got an error page';

/** The HTTP status of each error page. */
export const statusOfKind: { readonly [Kind in SiteErrorKind]: number } = {
  'not-found': 404,
  'unknown-link': 404,
  form: 403,
  'other-browser': 403,
  'tpp-stopped': 403,
  'bad-request': 400,
  'too-large': 431,
  'too-slow': 408,
  'too-many': 429,
  'tpp-busy': 429,
  unavailable: 503,
  maintenance: 503,
  'provider-aborted': 200,
  'provider-log-in-required': 200,
  'provider-unavailable': 503,
  'provider-invalid': 502,
  'provider-weak': 403,
  'provider-unknown-transaction': 403,
  'provider-unknown-customer': 403,
  'provider-blocked-customer': 403,
  'provider-ambiguous-customer': 403,
  error: 500,
};
