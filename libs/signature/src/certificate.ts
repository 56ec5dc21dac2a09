import { X509Certificate, type KeyObject } from 'node:crypto';
import { decodeBase64 } from './base64.js';
import { parseExtensions, type CertificateExtensions } from './certificate-extensions.js';
import { integerOf, membersOf, readDer, readDerSeries, TAG, type DerValue } from './der.js';
import { parseName, type Rdn } from './name-attribute.js';
import { pemBlocks } from './pem.js';
import { signatureAlgorithmOf } from './certificate-algorithm.js';

/** A parsed X.509 version 3 certificate (RFC 5280); nothing in it is trusted yet. */
export interface Certificate extends CertificateExtensions {
  readonly der: Buffer;
  readonly x509: X509Certificate;
  readonly serial: bigint;
  /** RDNs in certificate order, and the same names as raw DER in base64, for exact matching. */
  readonly issuer: readonly Rdn[];
  readonly subject: readonly Rdn[];
  readonly issuerDer: string;
  readonly subjectDer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly publicKey: KeyObject;
  /** `asymmetricKeyType` of node:crypto, such as `rsa`, and for RSA the modulus in bits. */
  readonly keyType: string | undefined;
  readonly keyBits: number | undefined;
  /** The accepted algorithm of the issuer's signature, undefined when it is weak or unknown. */
  readonly signatureAlgorithm: string | undefined;
}

const PEM_START = '-----BEGIN CERTIFICATE-----';
const PEM_END = '-----END CERTIFICATE-----';

/**
 * Decodes a TPP-Signature-Certificate header (specification section 5 point 8): base64 of the DER.
 * Base64 of a PEM text and a PEM text whose line breaks are lost or have become spaces are taken
 * as well, since clients send them.
 *
 * @returns the octets of the one certificate; undefined when the text is something else
 */
export function decodeCertificateHeader(value: string): Buffer | undefined {
  if (value.startsWith('-----')) return pemBody(value);
  const octets = decodeBase64(value);
  if (octets?.[0] !== 0x2d) return octets;
  return pemBody(octets.toString('latin1'));
}

/** Splits a PEM text into its certificates' DER; undefined when a block is malformed or none is. */
export function decodePemBundle(text: string): readonly Buffer[] | undefined {
  return pemBlocks(text, 'CERTIFICATE');
}

/**
 * Parses one certificate from DER.
 *
 * @returns the certificate; undefined when it is malformed, has octets behind it, repeats an
 * extension, or has a key that node:crypto cannot read
 */
export function parseCertificate(der: Buffer): Certificate | undefined {
  const [tbs, algorithm, signature, ...rest] = membersOf(readDer(der), TAG.sequence) ?? [];
  const fields = tbs && parseFields(tbs);
  if (!fields || algorithm === undefined || signature === undefined || rest.length > 0) {
    return undefined;
  }
  const opened = open(der);
  if (opened === undefined) return undefined;
  return {
    ...fields,
    ...opened,
    der,
    validFrom: opened.x509.validFromDate,
    validTo: opened.x509.validToDate,
    keyType: opened.publicKey.asymmetricKeyType,
    keyBits: opened.publicKey.asymmetricKeyDetails?.modulusLength,
    signatureAlgorithm: signatureAlgorithmOf(algorithm),
  };
}

type Fields = CertificateExtensions &
  Pick<Certificate, 'serial' | 'issuer' | 'subject' | 'issuerDer' | 'subjectDer'>;

/** TBSCertificate of RFC 5280 section 4.1: version, serial, algorithm, issuer, validity, subject… */
function parseFields(tbs: DerValue): Fields | undefined {
  const [version, serialValue, , issuerValue, , subjectValue, , ...tail] =
    membersOf(tbs, TAG.sequence) ?? [];
  const serial = integerOf(serialValue);
  const issuer = issuerValue && parseName(issuerValue.raw);
  const subject = subjectValue && parseName(subjectValue.raw);
  if (version?.tag !== 0xa0 || serial === undefined || !issuer || !subject) return undefined;
  const extensions = parseExtensions(extensionList(tail));
  return (
    extensions && {
      ...extensions,
      serial,
      issuer,
      subject,
      issuerDer: issuerValue.raw.toString('base64'),
      subjectDer: subjectValue.raw.toString('base64'),
    }
  );
}

/** Optional fields behind the key: unique ids, then `[3] EXPLICIT` extensions. */
function extensionList(tail: readonly DerValue[]): readonly DerValue[] | undefined {
  const wrapper = tail.find(({ tag }) => tag === 0xa3);
  if (wrapper === undefined) return [];
  const [list, ...rest] = readDerSeries(wrapper.body) ?? [];
  return rest.length > 0 ? undefined : membersOf(list, TAG.sequence);
}

function open(der: Buffer): { x509: X509Certificate; publicKey: KeyObject } | undefined {
  try {
    const x509 = new X509Certificate(der);
    return { x509, publicKey: x509.publicKey };
  } catch {
    return undefined;
  }
}

function pemBody(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith(PEM_START) || !trimmed.endsWith(PEM_END)) return undefined;
  return decodeBase64(trimmed.slice(PEM_START.length, -PEM_END.length).replaceAll(/\s/g, ''));
}
