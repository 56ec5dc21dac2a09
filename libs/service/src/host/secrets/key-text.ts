import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Bytes that a key has at least: those of the hash that it is used with. */
export const keyBytesMin = 32;

/** A new key, as it is kept. */
export function newKeyText(): string {
  return randomBytes(keyBytesMin).toString('base64url');
}

/** The bytes of a key in base64 of either alphabet; undefined when it is none or too short. */
export function keyBytesOf(text: string): Buffer | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length < keyBytesMin ? undefined : bytes;
}

/** A parsed key: an HMAC with octets parses them again each time, which costs more than the HMAC. */
export function keyObjectOf(bytes: Buffer): KeyObject {
  return createSecretKey(bytes);
}
