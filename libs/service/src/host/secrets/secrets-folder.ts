import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeySet } from '@nordgate/contracts/rules';
import { mountedText } from '../settings/mounted-settings.js';
import { SettingsError } from '../settings/read-settings.js';
import { absent, fileStamp } from '../trust/mounted-value.js';
import { publicKeysIn, signingKeyIn } from './key-pairs.js';
import type { PublicKeys, SigningKey } from './key-pairs.js';
import { keySetInFile } from './key-set-text.js';
import { SecretWatch } from './secret-watch.js';
import type { Current } from './secret-watch.js';

/**
 * The mounted secrets of a process, one file each. The keys that it gives are live: their members change
 * when a look of the watch finds another file, so use the object and keep none of its members. Every
 * method throws SettingsError.
 */
export class SecretsFolder {
  constructor(
    private readonly folder: string,
    private readonly watch = new SecretWatch(),
  ) {}

  /** The keys in a file of this form: `{"current": "B", "keys": {"A": …, "B": …}}`. */
  async keySet(file: KeyFile | KeySetFile): Promise<KeySet> {
    return liveKeySet(await this.open(file, (text) => setIn(file, text), keySetNames));
  }

  /** The same; undefined when nothing is mounted at the start. */
  async optionalKeySet(file: KeyFile): Promise<KeySet | undefined> {
    return (await this.has(file)) ? this.keySet(file) : undefined;
  }

  /** The keys of public ids. The name of such a key is the first letter of the ids that it makes. */
  async idKeys(file: 'ids.json'): Promise<KeySet> {
    const read = (text: string) => {
      const ids = setIn(file, text);
      const name = Object.keys(ids.keys).find((one) => !/^[A-Za-z0-9]$/.test(one));
      if (name === undefined) return ids;
      throw faultIn(file, `${name} is not one letter`);
    };
    return liveKeySet(await this.open(file, read, keySetNames));
  }

  /** The private key of a pair. */
  async signingKey(pair: KeyPairName): Promise<SigningKey> {
    const file = privateFileOf(pair);
    const read = (text: string) => {
      const key = signingKeyIn(text);
      if (key === undefined) throw faultIn(file, 'it has to be an Ed25519 private key in PEM');
      return key;
    };
    const mounted = await this.open(file, read, ({ id }) => id);
    return {
      get id() {
        return mounted.value.id;
      },
      get key() {
        return mounted.value.key;
      },
    };
  }

  /** The public keys of a pair: the present one, and older ones while something of theirs is in use. */
  async publicKeys(pair: KeyPairName): Promise<PublicKeys> {
    const file = publicFileOf(pair);
    const read = (text: string) => {
      const keys = publicKeysIn(text);
      if (keys === undefined)
        throw faultIn(file, 'it has to be Ed25519 public keys in PEM, and no private key');
      return keys;
    };
    const mounted = await this.open(file, read, (keys) => [...keys.keys()].join(', '));
    return {
      get: (id) => mounted.value.get(id),
      has: (id) => mounted.value.has(id),
      keys: () => mounted.value.keys(),
    };
  }

  /** The same; undefined when nothing is mounted at the start. */
  async optionalPublicKeys(pair: KeyPairName): Promise<PublicKeys | undefined> {
    return (await this.has(publicFileOf(pair))) ? this.publicKeys(pair) : undefined;
  }

  /**
   * Any other file, read again when it changes. `read` throws SettingsError with the fault, which repeats
   * no secret; `keyNames` gives the public names of its keys for the log.
   */
  open<Value>(
    file: string,
    read: (text: string) => Value,
    keyNames: (value: Value) => string,
  ): Promise<Current<Value>> {
    const path = join(this.folder, file);
    const source = {
      // `read` names the file that is absent.
      stamp: () => fileStamp([path]).catch(() => absent),
      read: async () => read(await mountedText(path, setting)),
    };
    return this.watch.open(file, source, keyNames);
  }

  /** The same; undefined when nothing is mounted at the start. */
  async openOptional<Value>(
    file: string,
    read: (text: string) => Value,
    keyNames: (value: Value) => string,
  ): Promise<Current<Value> | undefined> {
    return (await this.has(file)) ? this.open(file, read, keyNames) : undefined;
  }

  private has(file: string): Promise<boolean> {
    return access(join(this.folder, file)).then(
      () => true,
      () => false,
    );
  }
}

/** A key set whose members are those of the present value. */
export function liveKeySet(mounted: Current<KeySet>): KeySet {
  return {
    get current() {
      return mounted.value.current;
    },
    get keys() {
      return mounted.value.keys;
    },
  };
}

/** The names of the keys in a set, the current one first. */
function keySetNames({ current, keys }: KeySet): string {
  return [current, ...Object.keys(keys).filter((name) => name !== current)].join(', ');
}

function setIn(file: KeyFile | KeySetFile, text: string): KeySet {
  const isKeyFile = (keyFiles as readonly string[]).includes(file);
  const read = keySetInFile(text, isKeyFile ? 'set-or-key' : 'set');
  if ('fault' in read) throw faultIn(file, read.fault);
  return read;
}

/**
 * Files of several keys, or of one key as older releases made them: links of authorisations, sandbox codes,
 * cookies of the approval site.
 */
export const keyFiles = ['links.key', 'codes.key', 'cookies.key'] as const;
export type KeyFile = (typeof keyFiles)[number];

/** Files of several keys: public ids. */
export const keySetFiles = ['ids.json'] as const;
export type KeySetFile = (typeof keySetFiles)[number];

/** Key pairs: each app signs the tokens that it shows the others, sca seals approvals, and the operator signs requests. */
export const keyPairNames = [
  'approvals',
  'operator',
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
const faultIn = (file: string, fault: string) => new SettingsError(`${setting}: ${file}: ${fault}`);
