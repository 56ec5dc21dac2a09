import { isLoopback } from '@nordgate/contracts/rules';
import type { Environment } from '../../sca.settings.js';

/** What the site needs of the provider's metadata (RFC 8414; OpenID Connect Discovery 1.0). */
export interface ProviderMetadata {
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
