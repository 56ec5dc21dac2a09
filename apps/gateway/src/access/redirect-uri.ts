/**
 * Whether a PSU may be sent to this address after SCA: absolute, https, no user info; plain http
 * only to this very machine in the sandbox.
 */
export function isRedirectUri(value: string, environment: 'sandbox' | 'production'): boolean {
  if (value.length > redirectUriLengthMax || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  return environment === 'sandbox' && protocol === 'http:' && loopback.has(hostname);
}

const redirectUriLengthMax = 2048;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
