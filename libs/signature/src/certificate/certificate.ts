import { X509Certificate, type KeyObject } from 'node:crypto';
import { signatureAlgorithmOf } from './certificate-algorithm.js';
import { parseExtensions, type CertificateExtensions } from './certificate-extensions.js';
import {
  integerOf,
  membersOf,
  readDer,
  readDerSeries,
  TAG,
  timeOf,
  type DerValue,
} from '../base/der.js';
import { parseName, type Rdn } from './name-attribute.js';

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
  /** `asymmetricKeyType` of node:crypto, such as `rsa`; for RSA the modulus in bits and the exponent. */
  readonly keyType: string | undefined;
  readonly keyBits: number | undefined;
  readonly keyExponent: bigint | undefined;
  /** The accepted algorithm of the issuer's signature, undefined when it is weak or unknown. */
  readonly signatureAlgorithm: string | undefined;
}

/** `[0] INTEGER 2`, the version number of version 3. */
const VERSION_3 = Buffer.from('a003020102', 'hex');

/**
 * Parses one certificate from DER.
 *
 * @returns the certificate; undefined when it is not DER, is not of version 3, has bytes behind it,
 * repeats an extension, has a malformed field, or has a key that node:crypto cannot read
 */
export function parseCertificate(der: Buffer): Certificate | undefined {
  const [tbs, algorithm, signature, ...rest] = membersOf(readDer(der), TAG.sequence) ?? [];
  const fields = tbs && parseFields(tbs);
  if (!fields || algorithm === undefined || signature === undefined || rest.length > 0) {
    return undefined;
  }
  const opened = open(der);
  if (opened === undefined) return undefined;
  const keyType = opened.publicKey.asymmetricKeyType;
  const { spki, ...content } = fields;
  return {
    ...content,
    ...opened,
    der,
    keyType,
    ...(keyType === 'rsa' || keyType === 'rsa-pss' ? rsaKey(spki) : notRsa),
    signatureAlgorithm: signatureAlgorithmOf(algorithm),
  };
}

type Fields = CertificateExtensions &
  Pick<
    Certificate,
    'serial' | 'issuer' | 'subject' | 'issuerDer' | 'subjectDer' | 'validFrom' | 'validTo'
  > & { readonly spki: DerValue };

/** TBSCertificate (RFC 5280 section 4.1): version, serial, algorithm, issuer, validity, subject… */
function parseFields(tbs: DerValue): Fields | undefined {
  const [version, serialValue, , issuerValue, validity, subjectValue, spki, ...tail] =
    membersOf(tbs, TAG.sequence) ?? [];
  if (!version?.raw.equals(VERSION_3) || spki === undefined) return undefined;
  const serial = integerOf(serialValue);
  const issuer = issuerValue && parseName(issuerValue.raw);
  const subject = subjectValue && parseName(subjectValue.raw);
  const times = parseValidity(validity);
  const extensions = parseExtensions(extensionList(tail));
  if (serial === undefined || !issuer || !subject || !times || !extensions) return undefined;
  return {
    ...extensions,
    ...times,
    spki,
    serial,
    issuer,
    subject,
    issuerDer: issuerValue.raw.toString('base64'),
    subjectDer: subjectValue.raw.toString('base64'),
  };
}

function parseValidity(
  value: DerValue | undefined,
): Pick<Certificate, 'validFrom' | 'validTo'> | undefined {
  const [notBefore, notAfter, ...rest] = membersOf(value, TAG.sequence) ?? [];
  const validFrom = timeOf(notBefore);
  const validTo = timeOf(notAfter);
  return validFrom && validTo && rest.length === 0 ? { validFrom, validTo } : undefined;
}

type RsaKey = Pick<Certificate, 'keyBits' | 'keyExponent'>;

const notRsa: RsaKey = { keyBits: undefined, keyExponent: undefined };

/**
 * The size of an RSA modulus, and the public exponent (RFC 8017 appendix A.1.1). `asymmetricKeyDetails`
 * of node:crypto gives them too and takes 20 µs, a fifth of the time of reading the certificate.
 */
function rsaKey(spki: DerValue): RsaKey {
  const key = membersOf(spki, TAG.sequence)?.[1];
  const [modulus, exponent] = membersOf(key && readDer(key.body.subarray(1)), TAG.sequence) ?? [];
  if (modulus?.tag !== TAG.integer) return notRsa;
  const digits = modulus.body[0] === 0 ? modulus.body.subarray(1) : modulus.body;
  const keyBits = digits.length * 8 - (Math.clz32(digits[0] ?? 0) - 24);
  return { keyBits, keyExponent: integerOf(exponent) };
}

/** The optional fields behind the key: unique ids, then `[3] EXPLICIT` extensions. */
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
