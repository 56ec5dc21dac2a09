import { randomBytes } from 'node:crypto';

/** The id of an authorisation that the site opens itself: 128 bits, hexadecimal. */
export function newAuthorisationId(): string {
  return randomBytes(16).toString('hex');
}

/** A secret for a cookie, a link or a challenge: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
