import { createSecretKey } from 'node:crypto';
import type { KeySet } from '@nordgate/contracts/rules';

/** Keys have at least as many bytes as the SHA-256 hash that they are used with (RFC 2104). */
export const keyBytesMin = 32;

/** A key set as JSON: the keys are base64 or base64url. */
export interface StoredKeySet {
  readonly current: string;
  readonly keys: Readonly<Record<string, unknown>>;
}

/** The name of the key in a file of an older release, which has one key and no names. */
const onlyKey = 'A';

/**
 * Reads a key set from JSON. A text is a set of one key, as older releases wrote it.
 *
 * @returns the set, or a fault that never repeats a key
 */
export function keySetIn(stored: unknown): KeySet | { readonly fault: string } {
  if (typeof stored === 'string') return keySetIn({ current: onlyKey, keys: { A: stored } });
  const { current, keys } = (stored ?? {}) as Partial<StoredKeySet>;
  if (typeof current !== 'string' || typeof keys !== 'object' || keys === null) {
    return { fault: 'it has to be {"current": …, "keys": {…}}' };
  }
  const read = Object.entries(keys).map(([name, text]) => [name, bytesOf(text)] as const);
  const short = read.find(([, bytes]) => bytes === undefined);
  if (short !== undefined) return { fault: `${short[0]}: ${tooShort}` };
  if (!Object.hasOwn(keys, current)) return { fault: `there is no key ${current}` };
  return {
    current,
    // A parsed key: an HMAC with bytes parses them each time, which costs more than the HMAC.
    keys: Object.fromEntries(
      read.flatMap(([name, bytes]) => (bytes ? [[name, createSecretKey(bytes)]] : [])),
    ),
  };
}

/** The same for the text of a file: JSON, or one key in base64 or base64url. */
export function keySetInFile(
  text: string,
  form: 'set' | 'set-or-key',
): ReturnType<typeof keySetIn> {
  const json = parsed(text);
  if (json !== undefined || form === 'set') return keySetIn(typeof json === 'object' ? json : null);
  return bytesOf(text) === undefined ? { fault: tooShort } : keySetIn(text);
}

const tooShort = `a key has to be base64 of at least ${String(keyBytesMin)} bytes`;

/** The bytes of a key; undefined when it is no base64 or too short. */
function bytesOf(text: unknown): Buffer | undefined {
  if (typeof text !== 'string' || !/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length < keyBytesMin ? undefined : bytes;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
