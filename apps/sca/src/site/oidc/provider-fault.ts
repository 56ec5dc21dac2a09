/** Why a visit at the provider did not lead on. Each has its page. */
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

/** A visit at the provider failed. The message is for the log, and has no personal data. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly kind: ProviderFaultKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const unavailableCodes = new Set(['temporarily_unavailable', 'server_error']);
const logInCodes = new Set([
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
  'unmet_authentication_requirements',
]);

/** The kind of an error response of the provider. Sources: RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6. */
export function kindOfErrorCode(code: string): ProviderFaultKind {
  if (code === 'access_denied') return 'aborted';
  if (unavailableCodes.has(code)) return 'unavailable';
  return logInCodes.has(code) ? 'log-in-required' : 'invalid';
}
