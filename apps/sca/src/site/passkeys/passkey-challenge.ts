import { createHash } from 'node:crypto';
import { approvalText } from '../challenge/approval-text.js';
import type { Approval } from '../challenge/sca-method.js';

/** SHA-256 of parts, kept apart by JSON. */
function digestOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * What an authenticator signs to approve: the stored random nonce and what was shown, so that the
 * signature is bound to amount and payee (RTS on SCA, Article 5). Throws without a nonce.
 */
export function approvalChallenge(approval: Approval): Buffer {
  if (approval.nonce === undefined) throw new Error('a challenge for a passkey has a nonce');
  return digestOf('approve', approval.nonce, approvalText(approval));
}

/** How authenticators know a customer: nobody can tell who it is (WebAuthn level 3, section 14.6.1). */
export function userHandleOf(customerId: string): Buffer {
  return digestOf('passkey-user', customerId);
}
