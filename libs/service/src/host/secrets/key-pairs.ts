import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A private Ed25519 key and the id under which others know its public key. */
export interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** Public Ed25519 keys by id. Those of a mounted file change when the file does. */
export type PublicKeys = Pick<ReadonlyMap<string, KeyObject>, 'get' | 'has' | 'keys'>;

/** The private key in a PEM text (RFC 8410); undefined when there is none, or one of another kind. */
export function signingKeyIn(pem: string): SigningKey | undefined {
  const key = read(createPrivateKey, pem);
  return key && { id: keyIdOf(createPublicKey(key)), key };
}

/**
 * Every public key in a PEM text, e.g. the present and the previous one; undefined when one is unreadable, or when a
 * private key is beside them: a process that only verifies must not be able to sign.
 */
export function publicKeysIn(pem: string): ReadonlyMap<string, KeyObject> | undefined {
  if (privateKeyIn(pem)) return undefined;
  const blocks = pem.match(publicKeyBlock) ?? [];
  const keys = blocks.flatMap((block) => read(createPublicKey, block) ?? []);
  if (keys.length === 0 || keys.length < blocks.length) return undefined;
  return new Map(keys.map((key) => [keyIdOf(key), key]));
}

/** Whether a text has a private key in PEM, of any kind. */
export function privateKeyIn(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/u.test(text);
}

const publicKeyBlock = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/gu;

/** The id of a key comes from the key itself, so nobody has to name keys. */
function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('base64url').slice(0, idLength);
}

const idLength = 16;

function read(parse: (pem: string) => KeyObject, pem: string): KeyObject | undefined {
  try {
    const key = parse(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
