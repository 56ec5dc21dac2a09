import type { ScaSettings } from '../../sca.settings.js';
import { isLoopback } from '@nordgate/contracts/rules';

/**
 * The address at which browsers reach the site. Plain http is only for the sandbox on this machine: the
 * log-in of a PSU must be encrypted. Throws for settings that do not fit.
 */
export function siteAddress(
  { environment, host, publicUrl }: Pick<ScaSettings, 'environment' | 'host' | 'publicUrl'>,
  port: number,
): URL {
  const url = new URL(publicUrl ?? `http://${reachable(host)}:${String(port)}`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error('the public address of the SCA site has to be an origin, without a path');
  }
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(isLocal && environment === 'sandbox')) {
    throw new Error('the SCA site needs https; http is for the sandbox on loopback only');
  }
  return url;
}

/** A server on one of these hosts listens on this machine. */
const local = new Set(['0.0.0.0', '::', '127.0.0.1', '::1']);

/** The host name for a host to listen on. Passkeys need a domain instead of an address (WebAuthn). */
function reachable(host: string): string {
  if (local.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
