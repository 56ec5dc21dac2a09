import { sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ApprovalSeal, AuthorisationFinalised } from './sca-events.v1.js';

/** What sca records of an approval. */
export type Approval = AuthorisationFinalised['data'];

/** A private Ed25519 key with the id of its public key. */
export interface SealingKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** Public Ed25519 keys by id: the current one, and older ones for events that are late. */
export type SealKeys = Pick<ReadonlyMap<string, KeyObject>, 'get'>;

/** Does nothing for an approval that sca has sealed on this stream. Throws UntrustedEventError otherwise. */
export type CheckApproval = (stream: string, approval: Approval | undefined) => void;

/** Whether an approval is as sca sealed it, and why not. */
export type SealState = 'valid' | 'missing' | 'unknown-key' | 'wrong';

/** Why an approval, or the claim of a payment, does not count. */
export type ApprovalDoubt =
  | Exclude<SealState, 'valid'>
  | 'other-payment'
  | 'other-occurrence'
  | 'one-signature'
  | 'not-exempt';

/**
 * The seal of an approval on the stream of its authorisation. Deterministic, so a repeated decision is the
 * same event. Throws for data without a JSON form. Source: RFC 8032 (Ed25519).
 */
export function sealOf({ id, key }: SealingKey, stream: string, approval: Approval): ApprovalSeal {
  const signature = sign(null, Buffer.from(sealedText(stream, approval)), key).toString(
    'base64url',
  );
  return { keyId: id, signature };
}

/**
 * Whether the seal of an approval on this stream is valid. The approval comes from a message, so its form
 * is not known.
 */
export function sealStateOf(
  keys: SealKeys,
  stream: string,
  approval: Approval | undefined,
): SealState {
  const seal: unknown = approval?.seal;
  if (approval === undefined || seal === undefined) return 'missing';
  if (!isSeal(seal)) return 'wrong';
  return signatureStateOf(keys, seal, () => sealedText(stream, approval));
}

function isSeal(seal: unknown): seal is ApprovalSeal {
  const { keyId, signature } = (seal ?? {}) as Readonly<Record<string, unknown>>;
  return typeof keyId === 'string' && typeof signature === 'string';
}

/**
 * Whether the signature of a text is valid.
 *
 * @param textOf makes the text; where it throws, the signature is wrong
 */
export function signatureStateOf(
  keys: SealKeys,
  { keyId, signature: written }: ApprovalSeal,
  textOf: () => string,
): SealState {
  const key = keys.get(keyId);
  if (key === undefined) return 'unknown-key';
  const signature = Buffer.from(written, 'base64url');
  // Otherwise several texts would be the same signature.
  if (signature.toString('base64url') !== written) return 'wrong';
  try {
    return verify(null, Buffer.from(textOf()), key, signature) ? 'valid' : 'wrong';
  } catch {
    // A forged approval may have no canonical form, e.g. with a lone surrogate or very deep.
    return 'wrong';
  }
}

/**
 * The text whose UTF-8 bytes are signed: canonical JSON (RFC 8785), because jsonb changes the order of members.
 * The stream and the type are part of it, so a seal is valid for no other authorisation and no other event.
 */
export function sealedText(stream: string, approval: Approval): string {
  // Canonical JSON leaves undefined members out. An object always has a JSON form.
  const data = { ...approval, seal: undefined };
  return canonicalize({ stream, type: 'AuthorisationFinalised', data }) as string;
}
