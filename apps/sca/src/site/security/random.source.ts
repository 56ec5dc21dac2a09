import { randomBytes } from 'node:crypto';
import { inGeneration } from '@nordgate/contracts/rules';

/** The id of an authorisation that the site opens itself: 128 bits, hexadecimal, and the generation. */
export function newAuthorisationId(generation: number): string {
  return inGeneration(randomBytes(16).toString('hex'), generation);
}

/** A secret for a cookie, a link or a challenge: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
