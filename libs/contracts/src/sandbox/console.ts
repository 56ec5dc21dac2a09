import { createHmac, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { IdentifiedRequest } from '../base/rules/streams.js';

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

/**
 * How many requests of one TPP the console of the sandbox shows, and how many a gateway keeps in its memory
 * (ADR 41).
 */
export interface RequestPlaces {
  /** All requests, whatever their signature. */
  readonly requestsMax: number;
  /** Those of them whose signature does not hold. */
  readonly unprovenMax: number;
}

/** The same in a gateway and in the list of all gateways, so that a list is as long as with one gateway. */
export const requestPlaces: RequestPlaces = { requestsMax: 50, unprovenMax: 10 };

/**
 * The requests of one TPP that have a place, in the same order: newest first. A request whose signature does
 * not hold may come from anybody, so such requests take a part of the places only.
 */
export function withPlaces<Request extends { readonly isProven: boolean }>(
  newestFirst: readonly Request[],
  { requestsMax, unprovenMax }: RequestPlaces = requestPlaces,
): readonly Request[] {
  let unproven = 0;
  return newestFirst
    .filter(({ isProven }) => isProven || (unproven += 1) <= unprovenMax)
    .slice(0, requestsMax);
}
