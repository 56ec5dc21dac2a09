import type { ScaSettings } from '../../sca.settings.js';
import { isLoopback } from '../redirect/return-address.js';

/**
 * Where browsers reach the site. Plain http is for the sandbox on this machine only: a PSU's log-in
 * must not travel in the clear. Throws when the settings say otherwise.
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

/** These listen on this machine, whatever else they listen on. */
const local = new Set(['0.0.0.0', '::', '127.0.0.1', '::1']);

/** A host to listen on, as an address to go to: by name, since passkeys need a domain (WebAuthn). */
function reachable(host: string): string {
  if (local.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
