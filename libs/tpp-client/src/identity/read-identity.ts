import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SigningIdentity } from '@nordgate/signature';
import {
  KeyFileError,
  passphraseOf,
  privateKeyIn,
  textOf,
  unknownCipher,
  wrongPassphrase,
} from './key-files.js';
import type { GetPassphrase, NamedFile } from './key-files.js';
import { isPkcs12, Pkcs12CipherError, Pkcs12PassphraseError, pkcs12In } from './pkcs12.js';
import type { Pkcs12Content } from './pkcs12.js';

/** The files of a TPP. A PKCS #12 file has both, so that no key file is needed. */
export interface IdentityFiles {
  readonly certificate: NamedFile;
  readonly key?: NamedFile | undefined;
}

/** The bank takes no shorter key (docs/reference/signing.md). */
const rsaBitsMin = 2048;

/**
 * The certificate and the key of a TPP from files in PEM, DER or PKCS #12. The certificate is PEM, the one of the key
 * first.
 *
 * @throws KeyFileError with one line: what is missing, encrypted, of another kind or of another pair
 */
export async function identityIn(
  { certificate, key }: IdentityFiles,
  get: GetPassphrase,
): Promise<SigningIdentity> {
  const container = isPkcs12(certificate.bytes) ? await contentOf(certificate, get) : undefined;
  const certificates = certificatesIn(certificate, container?.certificates);
  const privateKey = await keyOf(
    key ?? certificate,
    get,
    key === undefined ? container : undefined,
  );
  requireRsa(key ?? certificate, privateKey);
  const own = certificates.find((one) => one.checkPrivateKey(privateKey));
  if (own === undefined) {
    const { option, path } = key ?? certificate;
    throw new KeyFileError(
      `${option}: the key in ${path} is not that of the certificate in ${certificate.path}`,
    );
  }
  const others = certificates.filter((one) => one !== own);
  return { certificate: [own, ...others].map(String).join(''), key: privateKey };
}

/**
 * The certificates of a file in PEM or DER as PEM text.
 *
 * @throws KeyFileError where there is none
 */
export function certificateTextIn(file: NamedFile): string {
  return certificatesIn(file).map(String).join('');
}

/**
 * The private key of a file in PEM, DER or PKCS #12.
 *
 * @throws KeyFileError
 */
export async function privateKeyOf(file: NamedFile, get: GetPassphrase): Promise<KeyObject> {
  return keyOf(file, get, undefined);
}

async function keyOf(
  file: NamedFile,
  get: GetPassphrase,
  known: Pkcs12Content | undefined,
): Promise<KeyObject> {
  if (known === undefined && !isPkcs12(file.bytes)) return privateKeyIn(file, get);
  const [key] = (known ?? (await contentOf(file, get))).keys;
  if (key === undefined)
    throw new KeyFileError(`${file.option}: there is no private key in ${file.path}`);
  return key;
}

/** A file without a passphrase is opened by the empty one, so nobody is asked for it. */
async function contentOf(file: NamedFile, get: GetPassphrase): Promise<Pkcs12Content> {
  return openedBy(file, '') ?? openedBy(file, await passphraseOf(file, get)) ?? refused(file);
}

/** Undefined where another passphrase opens it. @throws KeyFileError: the encryption is too old */
function openedBy(file: NamedFile, passphrase: string): Pkcs12Content | undefined {
  try {
    return pkcs12In(file.bytes, passphrase);
  } catch (error) {
    if (error instanceof Pkcs12PassphraseError) return undefined;
    throw error instanceof Pkcs12CipherError ? unknownCipher(file, 'pkcs12 -export') : error;
  }
}

function refused(file: NamedFile): never {
  throw wrongPassphrase(file);
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesIn(file: NamedFile, ders: readonly Buffer[] = []): readonly X509Certificate[] {
  const sources = ders.length > 0 ? ders : (textOf(file).match(pemCertificate) ?? [file.bytes]);
  try {
    return sources.map((one) => new X509Certificate(one));
  } catch {
    const { option, path } = file;
    throw new KeyFileError(`${option}: there is no certificate in ${path} (PEM, DER or PKCS #12)`);
  }
}

/** The bank takes RSASSA-PKCS1-v1_5 alone (docs/reference/signing.md). */
function requireRsa({ option, path }: NamedFile, key: KeyObject): void {
  const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails: details } = key;
  const wanted = `signatures are rsa-sha256, with an RSA key of ${String(rsaBitsMin)} bits or more`;
  if (type !== 'rsa') {
    const curve = details?.namedCurve === undefined ? '' : `, curve ${details.namedCurve}`;
    throw new KeyFileError(`${option}: the key in ${path} is of type ${type}${curve}: ${wanted}`);
  }
  const bits = details?.modulusLength ?? 0;
  if (bits < rsaBitsMin) {
    throw new KeyFileError(`${option}: the RSA key in ${path} has ${String(bits)} bits: ${wanted}`);
  }
}
