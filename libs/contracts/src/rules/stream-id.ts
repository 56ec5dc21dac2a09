import { hash } from 'node:crypto';

/**
 * The stream that a creating request reaches: the first 128 bits of a SHA-256 over TPP, method,
 * route and X-Request-ID, in hexadecimal. It needs no key, so a retry always finds its stream.
 */
export function streamIdOf(tpp: string, method: string, route: string, requestId: string): string {
  return hash('sha256', [tpp, method, route, requestId].join('\n'), 'hex').slice(0, streamIdLength);
}

/** Hexadecimal characters of a stream id. */
export const streamIdLength = 32;
