/** Why a request to the site is not served; each has its page. */
export type RefusalKind =
  'not-found' | 'unknown-link' | 'form' | 'other-browser' | 'bad-request' | 'unavailable' | 'error';

/** A request that ends on one of the site's own error pages. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal';

  constructor(
    readonly kind: RefusalKind,
    /** Where the PSU may start again. */
    readonly again?: string,
  ) {
    super(kind);
  }
}

/** The HTTP status of each page. */
export const statusOfRefusal: { readonly [Kind in RefusalKind]: number } = {
  'not-found': 404,
  'unknown-link': 404,
  form: 403,
  'other-browser': 403,
  'bad-request': 400,
  unavailable: 503,
  error: 500,
};
