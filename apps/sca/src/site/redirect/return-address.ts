import type { Environment } from '../../sca.settings.js';

const plainHost = /^[a-z0-9.-]+$/;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname);
}

/**
 * The address of a TPP, if the site may send a browser there: https, or http on loopback in the
 * sandbox (design: SCA). Undefined for any other. The host has to be a plain name, because it becomes
 * part of a Content-Security-Policy and the host of a URL may contain a semicolon.
 */
export function returnAddress(uri: string, environment: Environment): URL | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  const { hostname, protocol, username, password } = url;
  if (username !== '' || password !== '') return undefined;
  if (!plainHost.test(hostname) && !isLoopback(hostname)) return undefined;
  if (protocol === 'https:') return url;
  const isLocal = environment === 'sandbox' && isLoopback(hostname);
  return protocol === 'http:' && isLocal ? url : undefined;
}

/**
 * The address with these parameters added to its query (specification 5.11, 5.12). The query stays the
 * same byte for byte, except that a parameter of the same name is replaced.
 */
export function withParameters(url: URL, parameters: Readonly<Record<string, string>>): string {
  const own = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !Object.hasOwn(parameters, nameOf(pair)));
  const added = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const result = new URL(url);
  result.search = [...own, ...added].join('&');
  return result.href;
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
