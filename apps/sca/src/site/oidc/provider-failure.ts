import { isLoopback } from '@nordgate/contracts/rules';
import type { ProviderFaultKind } from '../frame/site-error.js';
import { SiteError } from '../frame/site-error.js';
import type { CookieChange } from '../frame/answer.js';
import type { Environment } from '../../sca.settings.js';

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

const unavailableSeconds = 5;

/** Does a step of a visit. The page of a failure leads back to the start of the visit. */
export function siteErrorsOf<Result>(
  again: string,
  cookies: readonly CookieChange[] | undefined,
  step: () => Result,
): Result {
  const failed = (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error;
    const retrySeconds = error.kind === 'unavailable' ? unavailableSeconds : undefined;
    throw new SiteError(`provider-${error.kind}`, again, retrySeconds, cookies, { cause: error });
  };
  try {
    const result = step();
    return result instanceof Promise ? (result.catch(failed) as Result) : result;
  } catch (error) {
    return failed(error);
  }
}

/** What the site needs of the provider's metadata (RFC 8414; OpenID Connect Discovery 1.0). */
interface ProviderMetadata {
  readonly authorization_endpoint?: string | undefined;
  readonly token_endpoint?: string | undefined;
  readonly jwks_uri?: string | undefined;
  readonly pushed_authorization_request_endpoint?: string | undefined;
  readonly end_session_endpoint?: string | undefined;
}

const required = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'pushed_authorization_request_endpoint',
] as const;

/**
 * Why these metadata cannot be used; undefined when they can. Every address is https, or http on this
 * machine in the sandbox.
 */
export function metadataFault(
  metadata: ProviderMetadata,
  environment: Environment,
): string | undefined {
  const missing = required.find((name) => metadata[name] === undefined);
  if (missing !== undefined) return `the provider has no ${missing}`;
  const names = [...required, 'end_session_endpoint'] as const;
  const unsafe = names.find((name) => !isSafe(metadata[name], environment));
  return unsafe && `${unsafe} of the provider is no https address`;
}

function isSafe(address: string | undefined, environment: Environment): boolean {
  if (address === undefined) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && environment === 'sandbox' && isLoopback(hostname);
}
