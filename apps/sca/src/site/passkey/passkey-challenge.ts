import { createHash } from 'node:crypto';
import { approvalText } from '../challenge/sca-method.js';
import type { Approval } from '../challenge/sca-method.js';

/** SHA-256 of parts. JSON separates them. */
function digestOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * What an authenticator signs to approve: the stored random nonce and the content of the page. So the
 * signature is bound to amount and payee (RTS on SCA, Article 5). Throws without a nonce.
 */
export function approvalChallenge(approval: Approval): Buffer {
  if (approval.nonce === undefined) throw new Error('a challenge for a passkey has a nonce');
  return digestOf('approve', approval.nonce, approvalText(approval));
}

/** The customer for authenticators: a hash, which reveals nobody (WebAuthn level 3, section 14.6.1). */
export function userHandleOf(customerId: string): Buffer {
  return digestOf('passkey-user', customerId);
}
