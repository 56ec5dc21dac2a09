import type { ProviderFaultKind } from '../frame/site-error.js';

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
