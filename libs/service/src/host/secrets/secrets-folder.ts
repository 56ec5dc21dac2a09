import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { mountedText } from '../settings/mounted-settings.js';
import { SettingsError } from '../settings/settings-error.js';
import { publicKeysIn, signingKeyIn } from './key-pairs.js';
import type { PublicKeys, SigningKey } from './key-pairs.js';

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

  /** The keys of public ids. The name of such a key is the first letter of the ids that it makes. */
  async idKeys(file: 'ids.json'): Promise<KeySet> {
    const ids = await this.keySet(file);
    const name = Object.keys(ids.keys).find((one) => !/^[A-Za-z0-9]$/.test(one));
    if (name === undefined) return ids;
    throw faultIn(file, `${name} is not one letter`);
  }

  /** The private key of a pair. */
  async signingKey(pair: KeyPairName): Promise<SigningKey> {
    const file = privateFileOf(pair);
    const key = signingKeyIn(await this.text(file));
    if (key === undefined) throw faultIn(file, 'it has to be an Ed25519 private key in PEM');
    return key;
  }

  /** The public keys of a pair: the present one, and older ones while something of theirs is in use. */
  async publicKeys(pair: KeyPairName): Promise<PublicKeys> {
    const file = publicFileOf(pair);
    const keys = publicKeysIn(await this.text(file));
    if (keys === undefined) throw faultIn(file, 'it has to be Ed25519 public keys in PEM');
    return keys;
  }

  private text(file: string): Promise<string> {
    return mountedText(join(this.folder, file), setting);
  }
}

/** Files of one key: links of authorisations, sandbox codes, cookies of the approval site. */
export const keyFiles = ['links.key', 'codes.key', 'cookies.key'] as const;
export type KeyFile = (typeof keyFiles)[number];

/** Files of several keys: public ids, tokens of the operator. */
export const keySetFiles = ['ids.json', 'operator.json'] as const;
export type KeySetFile = (typeof keySetFiles)[number];

/** Key pairs: each app signs the tokens that it shows the others, and sca seals approvals. */
export const keyPairNames = [
  'approvals',
  'internal-gateway',
  'internal-payments',
  'internal-baskets',
  'internal-sca',
  'internal-accounts',
  'internal-batch',
] as const;
export type KeyPairName = (typeof keyPairNames)[number];

export const privateFileOf = (pair: KeyPairName) => `${pair}.key.pem`;
export const publicFileOf = (pair: KeyPairName) => `${pair}.pub.pem`;

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
