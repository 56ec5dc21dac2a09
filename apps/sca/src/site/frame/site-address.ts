import { isLoopback } from '@nordgate/contracts/rules';
import type { ScaSettings } from '../../sca.settings.js';

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

/** The overview of a PSU: signatures, accesses and passkeys. */
export const overviewPath = '/my';

/** Where a PSU adds and removes passkeys. */
export const passkeyPath = `${overviewPath}/passkeys`;

/** The overview with a notice above it. */
export function overviewWith(notice: string): string {
  return `${overviewPath}?notice=${notice}`;
}

/** Where a PSU adds the passkey of one authorisation. */
export function enrolmentPath(authorisationId: string): string {
  return `${passkeyPath}/${authorisationId}`;
}

/** The approval page of an authorisation. */
export function approvalPath(authorisationId: string): string {
  return `/sign/${authorisationId}`;
}

/** The link that a TPP sends a PSU to. */
export function linkPath(authorisationId: string, token: string): string {
  return `/sign/${authorisationId}/${token}`;
}

const idForm = /^[0-9A-Za-z_-]{8,64}(\.[1-9]\d{0,9})?$/;
const tokenForm = /^[0-9A-Za-z_-]{16,128}$/;

/** Whether a text can be the id of an authorisation, with its generation. The database need not be read for any other. */
export function canBeId(text: string): boolean {
  return idForm.test(text);
}

/** Whether a text can be the token of a link: the gateway makes an HMAC-SHA256 in base64url. */
export function canBeToken(text: string): boolean {
  return tokenForm.test(text);
}
