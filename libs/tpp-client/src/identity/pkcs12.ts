import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import forge from 'node-forge';

/** The keys and certificates of a PKCS #12 file. */
export interface Pkcs12Content {
  readonly keys: readonly KeyObject[];
  /** DER, in the order of the file. */
  readonly certificates: readonly Buffer[];
}

type Asn1 = forge.asn1.Asn1;

/** Object identifiers of RFC 7292 and RFC 2315. */
const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  pbes2: '1.2.840.113549.1.5.13',
} as const;

/** The passphrase does not open the file, or the file is damaged. */
export class Pkcs12PassphraseError extends Error {
  override readonly name = 'Pkcs12PassphraseError';
}

/** The file is encrypted by an algorithm that the library does not know, such as RC2 of 128 bits. */
export class Pkcs12CipherError extends Error {
  override readonly name = 'Pkcs12CipherError';
}

/** Whether bytes are a PFX: a SEQUENCE that begins with version 3 (RFC 7292 section 4). */
export function isPkcs12(bytes: Buffer): boolean {
  const [version, safe] = childrenOf(derIn(bytes));
  return (
    version?.type === forge.asn1.Type.INTEGER && version.value === '\x03' && safe !== undefined
  );
}

/**
 * Reads a PKCS #12 file: the older RC2 and triple DES as well as AES (RFC 7292, RFC 8018). Its MAC is not checked: the
 * key has to fit the certificate anyway.
 *
 * @throws Pkcs12PassphraseError, Pkcs12CipherError
 */
export function pkcs12In(bytes: Buffer, passphrase: string): Pkcs12Content {
  try {
    const safes = octetsOf(contentOf(childrenOf(derIn(bytes))[1]));
    const bags = childrenOf(fromDer(safes)).flatMap((one) => bagsIn(one, passphrase));
    return {
      keys: bags.flatMap((bag) => keyIn(bag, passphrase)),
      certificates: bags.flatMap(certificateIn),
    };
  } catch (error) {
    // The library names an algorithm that it does not know.
    if (error instanceof Error && 'oid' in error) {
      throw new Pkcs12CipherError(error.message, { cause: error });
    }
    throw new Pkcs12PassphraseError('the passphrase does not open it', { cause: error });
  }
}

/** The SafeBags of a ContentInfo, which may be encrypted. */
function bagsIn(info: Asn1, passphrase: string): readonly Asn1[] {
  const content = contentOf(info);
  if (oidOf(info) === oids.data) return childrenOf(fromDer(octetsOf(content)));
  if (oidOf(info) !== oids.encryptedData) return [];
  const [, algorithm, encrypted] = childrenOf(childrenOf(content)[1]);
  if (algorithm === undefined || encrypted === undefined) throw new Error('no encrypted content');
  return childrenOf(decrypted(algorithm, octetsOf(encrypted), passphrase));
}

function keyIn(bag: Asn1, passphrase: string): readonly KeyObject[] {
  const content = contentOf(bag);
  if (oidOf(bag) === oids.keyBag) return [pkcs8(content)];
  if (oidOf(bag) !== oids.shroudedKeyBag) return [];
  const [algorithm, encrypted] = childrenOf(content);
  if (algorithm === undefined || encrypted === undefined) throw new Error('no encrypted key');
  return [pkcs8(decrypted(algorithm, octetsOf(encrypted), passphrase))];
}

function certificateIn(bag: Asn1): readonly Buffer[] {
  if (oidOf(bag) !== oids.certificateBag) return [];
  return [Buffer.from(octetsOf(contentOf(contentOf(bag))), 'latin1')];
}

/**
 * The library decrypts a structure of a private key only; an encrypted list of bags has the same form. The older
 * algorithms take the passphrase as UTF-16, which the library does, PBES2 takes its UTF-8 octets (RFC 7292 B.1, RFC 8018).
 */
function decrypted(algorithm: Asn1, encrypted: string, passphrase: string): Asn1 {
  const { asn1, pki } = forge;
  const octets = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, encrypted);
  const info = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [algorithm, octets]);
  const isPbes2 = oidOf(algorithm) === oids.pbes2;
  const secret = isPbes2 ? Buffer.from(passphrase, 'utf8').toString('latin1') : passphrase;
  const plain = pki.decryptPrivateKeyInfo(info, secret) as Asn1 | null;
  if (plain === null) throw new Error('it cannot be decrypted');
  return plain;
}

function pkcs8(info: Asn1): KeyObject {
  const der = Buffer.from(forge.asn1.toDer(info).getBytes(), 'latin1');
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** The object identifier that a structure begins with. */
function oidOf(structure: Asn1): string | undefined {
  const [first] = childrenOf(structure);
  if (first?.type !== forge.asn1.Type.OID || typeof first.value !== 'string') return undefined;
  return forge.asn1.derToOid(forge.util.createBuffer(first.value));
}

/** What is in the explicit tag [0] behind the object identifier. */
function contentOf(structure: Asn1 | undefined): Asn1 {
  const [content] = childrenOf(childrenOf(structure)[1]);
  if (content === undefined) throw new Error('a structure has no content');
  return content;
}

function childrenOf(structure: Asn1 | undefined): readonly Asn1[] {
  return Array.isArray(structure?.value) ? structure.value : [];
}

/** The octets of an OCTET STRING, which may come in parts. */
function octetsOf({ value }: Asn1): string {
  return typeof value === 'string' ? value : value.map(octetsOf).join('');
}

function fromDer(octets: string): Asn1 {
  return forge.asn1.fromDer(forge.util.createBuffer(octets));
}

function derIn(bytes: Buffer): Asn1 | undefined {
  try {
    return fromDer(bytes.toString('latin1'));
  } catch {
    return undefined;
  }
}
