import { hash } from 'node:crypto';
import { inGeneration } from './generation.js';

/** The parts of a request that identify what it creates, besides its route. */
export interface IdentifiedRequest {
  /** The TPP's organizationIdentifier. */
  readonly tpp: string;
  /** The X-Request-ID. */
  readonly requestId: string;
  /** The generation of the sandbox in which the request was accepted; 0 in production. */
  readonly generation: number;
}

/**
 * The id that a creating request reaches: the first 128 bits of a SHA-256 over TPP, method, route and
 * X-Request-ID, in hexadecimal, and the generation. It needs no key, so a retry always finds its
 * stream. After a reset of the sandbox the same request creates another stream (ADR 27).
 */
export function streamIdOf(
  { tpp, requestId, generation }: IdentifiedRequest,
  method: string,
  route: string,
): string {
  const digest = hash('sha256', [tpp, method, route, requestId].join('\n'), 'hex');
  return inGeneration(digest.slice(0, streamIdLength), generation);
}

/** Hexadecimal characters of a stream id before its generation. */
export const streamIdLength = 32;
