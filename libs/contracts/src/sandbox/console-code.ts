import { createHmac, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { IdentifiedRequest } from '../base/rules/stream-id.js';

const groups = /.{4}/g;
const codeHexadecimals = 32;

/**
 * A code for the console of the sandbox: 128 bits of an HMAC over TPP and X-Request-ID, in hexadecimal groups
 * of four. A repeated request gets the same code.
 */
export function consoleCodeOf(
  key: KeyObject,
  { tpp, requestId }: Pick<IdentifiedRequest, 'tpp' | 'requestId'>,
): string {
  // The first line keeps the code apart from the tokens of links, which the same key makes.
  const mac = createHmac('sha256', key).update(['console-code', tpp, requestId].join('\n'));
  return (mac.digest('hex').slice(0, codeHexadecimals).match(groups) ?? []).join('-');
}

/** The SHA-256 of a code as somebody writes it: capitals, hyphens and white space do not count. */
export function consoleCodeHash(written: string): string {
  return hash('sha256', written.toLowerCase().replace(/[\s-]/g, ''), 'hex');
}
