import { randomBytes, randomInt } from 'node:crypto';
import { inGeneration } from '@nordgate/contracts/rules';

/** The id of an authorisation that the site opens itself: 128 bits, hexadecimal, and the generation. */
export function newAuthorisationId(generation: number): string {
  return inGeneration(randomBytes(16).toString('hex'), generation);
}

/** A secret for a cookie, a link or a challenge: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Without vowels, so that no words appear, and without signs that look or sound alike. */
const spoken = 'BCDFGHJKMPQRSTVWXZ23456789';

/** A reference that a PSU can read out on the phone, such as K7QM-29TX. */
export function newReference(): string {
  const sign = () => spoken.charAt(randomInt(spoken.length));
  const group = () => Array.from({ length: 4 }, sign).join('');
  return `${group()}-${group()}`;
}
