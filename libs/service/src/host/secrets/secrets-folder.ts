import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { mountedText } from '../settings/mounted-settings.js';
import { SettingsError } from '../settings/settings-error.js';

/** Keys by name. The current one signs; all of them verify. */
export interface KeySet {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

/** The mounted secrets of a process, one file each. Every method throws SettingsError. */
export class SecretsFolder {
  constructor(private readonly folder: string) {}

  /** The key in a file. */
  async key(file: KeyFile): Promise<Buffer> {
    const bytes = keyBytesOf(await this.text(file));
    if (bytes === undefined) throw faultIn(file, tooShort);
    return bytes;
  }

  /** The same key, parsed once for many HMACs. */
  async keyObject(file: KeyFile): Promise<KeyObject> {
    return keyObjectOf(await this.key(file));
  }

  /** The keys in a file of this form: `{"current": "B", "keys": {"A": …, "B": …}}`. */
  async keySet(file: KeySetFile): Promise<KeySet> {
    const { current, keys } = storedIn(file, await this.text(file));
    const read = Object.entries(keys).map(([name, text]) => {
      const bytes = typeof text === 'string' ? keyBytesOf(text) : undefined;
      if (bytes === undefined) throw faultIn(file, `${name}: ${tooShort}`);
      return [name, keyObjectOf(bytes)] as const;
    });
    if (!Object.hasOwn(keys, current)) throw faultIn(file, `there is no key ${current}`);
    return { current, keys: Object.fromEntries(read) };
  }

  private text(file: string): Promise<string> {
    return mountedText(join(this.folder, file), setting);
  }
}

/** Files of one key: links of authorisations, sandbox codes, cookies of the approval site. */
export const keyFiles = ['links.key', 'codes.key', 'cookies.key'] as const;
export type KeyFile = (typeof keyFiles)[number];

/** Files of several keys: public ids, tokens between the processes, tokens of the operator. */
export const keySetFiles = ['ids.json', 'internal.json', 'operator.json'] as const;
export type KeySetFile = (typeof keySetFiles)[number];

const setting = 'NORDGATE_SECRETS_DIR';
/** Keys have at least as many bytes as the SHA-256 hash that they are used with (RFC 2104). */
export const keyBytesMin = 32;

/** The bytes of a key in base64 or base64url; undefined when it is neither or too short. */
export function keyBytesOf(text: string): Buffer | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length < keyBytesMin ? undefined : bytes;
}

/** A parsed key. An HMAC with a Buffer parses it each time, which costs more than the HMAC. */
export function keyObjectOf(bytes: Buffer): KeyObject {
  return createSecretKey(bytes);
}

const tooShort = `a key has to be base64 of at least ${String(keyBytesMin)} bytes`;
const faultIn = (file: string, fault: string) => new SettingsError(`${setting}: ${file}: ${fault}`);

interface StoredKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, unknown>>;
}

function storedIn(file: string, text: string): StoredKeys {
  const stored = parsed(text);
  const keys = (stored as Partial<StoredKeys> | null | undefined)?.keys;
  const current = (stored as Partial<StoredKeys> | null | undefined)?.current;
  if (typeof current !== 'string' || typeof keys !== 'object' || keys === null) {
    throw faultIn(file, 'it has to be {"current": …, "keys": {…}}');
  }
  return { current, keys };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
