import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A file of a key or a certificate that cannot be used. The message is one line for the person who named the file. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** A file with the option that named it. */
export interface NamedFile {
  readonly option: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Gets the passphrase of an encrypted file; undefined where there is none and nobody can be asked. */
export type GetPassphrase = (file: NamedFile) => Promise<string | undefined>;

/** The environment variable of the passphrase. An argument would stand in the list of processes. */
export const passphraseVariable = 'NORDGATE_TPP_PASSPHRASE';

const pemKey = /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\s\S]+?-----END \1-----/;
/** The older form: RFC 1421 headers in front of the base64. */
const oldEncryption = /^Proc-Type: 4,ENCRYPTED$/m;

/**
 * The private key of a file in PEM (PKCS #8, PKCS #1 or SEC 1) or DER, encrypted or not.
 *
 * @throws KeyFileError without a key, without the right passphrase, and for an encryption that Node does not know
 */
export async function privateKeyIn(file: NamedFile, get: GetPassphrase): Promise<KeyObject> {
  const [pem, label] = pemKey.exec(textOf(file)) ?? [];
  if (pem === undefined) return derKey(file, get);
  if (label !== 'ENCRYPTED PRIVATE KEY' && !oldEncryption.test(pem)) {
    return opened(file, () => createPrivateKey(pem));
  }
  const passphrase = await passphraseOf(file, get);
  return decrypted(file, () => createPrivateKey({ key: pem, passphrase }));
}

/** @throws KeyFileError where nobody gives a passphrase */
export async function passphraseOf(file: NamedFile, get: GetPassphrase): Promise<string> {
  const passphrase = await get(file);
  if (passphrase !== undefined) return passphrase;
  throw new KeyFileError(
    `${file.option}: ${file.path} is encrypted: set ${passphraseVariable}, or run the command at a terminal`,
  );
}

/** @throws KeyFileError: the passphrase is another one */
export function wrongPassphrase({ option, path }: NamedFile): KeyFileError {
  return new KeyFileError(`${option}: the passphrase does not open ${path}`);
}

/** @throws KeyFileError: the command of openssl that encrypts the file in a newer way */
export function unknownCipher({ option, path }: NamedFile, command: string): KeyFileError {
  return new KeyFileError(
    `${option}: ${path} is encrypted with an algorithm that is too old: openssl ${command} encrypts it anew`,
  );
}

async function derKey(file: NamedFile, get: GetPassphrase): Promise<KeyObject> {
  const { bytes: key } = file;
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    const found = attempt(() => createPrivateKey({ key, format: 'der', type }));
    if (found !== undefined) return found;
  }
  if (!isEncryptedDer(key)) throw noKey(file);
  const passphrase = await passphraseOf(file, get);
  return decrypted(file, () => createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase }));
}

/** EncryptedPrivateKeyInfo of RFC 5958 begins with two SEQUENCEs and an object identifier; a certificate with a third one. */
function isEncryptedDer(bytes: Buffer): boolean {
  const inner = contentAt(bytes, 0);
  const algorithm = inner === undefined ? undefined : contentAt(bytes, inner);
  return algorithm !== undefined && bytes[algorithm] === objectIdentifierTag;
}

const [sequenceTag, objectIdentifierTag, longLength] = [0x30, 0x06, 0x80];

/** Where the content of a SEQUENCE begins; undefined for something else. */
function contentAt(bytes: Buffer, at: number): number | undefined {
  const length = bytes[at + 1];
  if (bytes[at] !== sequenceTag || length === undefined) return undefined;
  return at + 2 + (length < longLength ? 0 : length - longLength);
}

function opened(file: NamedFile, open: () => KeyObject): KeyObject {
  const key = attempt(open);
  if (key === undefined) throw noKey(file);
  return key;
}

function attempt(open: () => KeyObject): KeyObject | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function decrypted(file: NamedFile, open: () => KeyObject): KeyObject {
  try {
    return open();
  } catch (error) {
    throw isUnknownCipher(error)
      ? unknownCipher(file, 'pkcs8 -topk8 -v2 aes-256-cbc')
      : wrongPassphrase(file);
  }
}

/** OpenSSL 3 has left out RC2, RC4 and DES. */
function isUnknownCipher(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_OSSL_EVP_UNSUPPORTED';
}

function noKey({ option, path }: NamedFile): KeyFileError {
  return new KeyFileError(`${option}: there is no private key in ${path} (PEM, DER or PKCS #12)`);
}

/** The bytes of a file as the text that a PEM file would have. */
export function textOf({ bytes }: Pick<NamedFile, 'bytes'>): string {
  return bytes.toString('latin1').replaceAll('\r\n', '\n');
}
