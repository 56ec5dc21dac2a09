import 'reflect-metadata';
import { KeyObject, createPrivateKey, createPublicKey, randomBytes, webcrypto } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AttributeTypeAndValue,
  AttributeValue,
  Name as AsnName,
  RelativeDistinguishedName,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  Name,
} from '@peculiar/x509';
import {
  COMMON_NAME,
  COUNTRY,
  ORGANIZATION_IDENTIFIER,
  ORGANIZATION_NAME,
} from '../certificate/attribute-types.js';
import { membersOf, readDer, TAG } from '../base/der.js';
import { psd2StatementDer, type Authority } from './psd2-statement-der.js';
import { QC_STATEMENTS, type Psd2Role } from '../certificate/qc-statements.js';
import type { SignatureAlgorithm } from '../request/signature-header.js';

/** A certificate and its private key, both as PEM (the key as PKCS #8). */
export interface IssuedPem {
  readonly certificate: string;
  readonly key: string;
}

/** The validity of a certificate; cut to whole seconds. */
export interface Validity {
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** A sandbox CA to make. */
export interface SandboxCaRequest extends Validity {
  readonly commonName: string;
  readonly organisation: string;
  /** Two letters; default `NO`. */
  readonly country?: string;
  /** The key of a CA that is renewed, as PEM: what it has issued stays trusted. Default: a new key. */
  readonly key?: string;
}

/** A bank's own seal to make, for signing answers. */
export interface BankSealRequest extends Omit<SandboxCaRequest, 'key'> {
  readonly ca: IssuedPem;
  /** Such as `PSDNO-FSA-987654321`. */
  readonly organizationIdentifier: string;
  /** Default: ECDSA on P-256, which signs several times faster than RSA of 2048 bits. */
  readonly algorithm?: SignatureAlgorithm;
}

/** A TPP's seal to make. */
export interface TppSealRequest extends Omit<BankSealRequest, 'algorithm'> {
  readonly roles: readonly Psd2Role[];
  /** The authority of the QCStatement; default the Norwegian one, `NO-FSA`. */
  readonly authority?: Authority;
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

const FSA: Authority = { name: 'Finanstilsynet', id: 'NO-FSA' };

/** Makes a self-signed CA of RSA 2048 for a sandbox. Its key must not protect anything. */
export async function issueSandboxCa(request: SandboxCaRequest): Promise<IssuedPem> {
  const keys = await (request.key === undefined ? generateKeys(ALGORITHM) : keysOf(request.key));
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...common(request),
    name: subjectOf(request),
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return asPem(certificate, keys);
}

/**
 * Makes a TPP's seal certificate of RSA 2048 with a PSD2 QCStatement (ETSI TS 119 495). The
 * request is not checked, because tests need seals without roles and with odd identifiers.
 */
export async function issueTppSeal(request: TppSealRequest): Promise<IssuedPem> {
  return issueSeal({ ...request, algorithm: 'rsa-sha256' }, [statementIn(request)]);
}

/**
 * Makes a TPP's seal certificate for a key of the TPP, as PEM.
 *
 * @param sent a certificate request (PKCS #10) or a public key (SPKI) as PEM
 * @returns undefined when `sent` is neither, when the key is not RSA of 2048 to 8192 bits, or when the request
 *   is not signed with the key
 */
export async function certifyTppKey(
  request: TppSealRequest,
  sent: string,
): Promise<string | undefined> {
  const key = await sentKey(sent.trim());
  if (key === undefined) return undefined;
  const der = key.export({ format: 'der', type: 'spki' });
  const publicKey = await webcrypto.subtle.importKey('spki', der, ALGORITHM, true, ['verify']);
  const certificate = await certify(request, publicKey, [statementIn(request)]);
  return `${certificate.toString('pem')}\n`;
}

const keyBits = { min: 2048, max: 8192 } as const;

async function sentKey(pem: string): Promise<KeyObject | undefined> {
  try {
    const key = await publicKeyIn(pem);
    const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
    const isUsable = modulusLength >= keyBits.min && modulusLength <= keyBits.max;
    return key?.asymmetricKeyType === 'rsa' && isUsable ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A private key is refused, although Node could derive the public one: nobody should send it. */
async function publicKeyIn(pem: string): Promise<KeyObject | undefined> {
  if (/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem)) return createPublicKey(pem);
  if (!/^\s*-----BEGIN (NEW )?CERTIFICATE REQUEST-----/.test(pem)) return undefined;
  const request = new Pkcs10CertificateRequest(pem);
  if (!isStrict(Buffer.from(request.rawData)) || !(await request.verify())) return undefined;
  const key = Buffer.from(request.publicKey.rawData);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/**
 * Whether the part of a certificate request that its signature does not cover is DER, with parameters that an algorithm may
 * have (RFC 2986 section 4.2, RFC 4055). The library accepts an outer length that is too short, and any parameters.
 */
function isStrict(request: Buffer): boolean {
  const [, algorithm] = membersOf(readDer(request), TAG.sequence) ?? [];
  const [, parameters] = membersOf(algorithm, TAG.sequence) ?? [];
  const { tag = TAG.null } = parameters ?? {};
  return algorithm !== undefined && (tag === TAG.null || tag === TAG.sequence);
}

function statementIn({ roles, authority = FSA }: TppSealRequest): Extension {
  return new Extension(QC_STATEMENTS, false, psd2StatementDer(roles, authority));
}

/** Makes the bank's seal of P-256 or RSA 2048, with which answers are signed. */
export async function issueBankSeal(request: BankSealRequest): Promise<IssuedPem> {
  return issueSeal(request, []);
}

async function issueSeal(request: BankSealRequest, extra: Extension[]): Promise<IssuedPem> {
  const keys = await generateKeys(request.algorithm === 'rsa-sha256' ? ALGORITHM : P256);
  return asPem(await certify(request, keys.publicKey, extra), keys);
}

async function certify(
  request: BankSealRequest,
  publicKey: webcrypto.CryptoKey,
  extra: Extension[],
): Promise<X509Certificate> {
  const ca = new X509Certificate(request.ca.certificate);
  return X509CertificateGenerator.create({
    ...common(request),
    subject: subjectOf(request, request.organizationIdentifier),
    issuer: ca.subjectName,
    publicKey,
    signingKey: await importKey(request.ca.key),
    extensions: [
      new BasicConstraintsExtension(false),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(ca),
      ...extra,
    ],
  });
}

function common({ validFrom, validTo }: Validity): {
  serialNumber: string;
  notBefore: Date;
  notAfter: Date;
  signingAlgorithm: typeof ALGORITHM;
} {
  const serial = randomBytes(16);
  serial[0] = 0x40 | (serial[0]! & 0x3f);
  return {
    serialNumber: serial.toString('hex'),
    notBefore: validFrom,
    notAfter: validTo,
    signingAlgorithm: ALGORITHM,
  };
}

/** Built from ASN.1 classes, because the library's text form of names damages quotes and commas. */
function subjectOf(
  { commonName, organisation, country = 'NO' }: SandboxCaRequest,
  organizationIdentifier?: string,
): Name {
  const rdns = [
    rdn(COUNTRY, { printableString: country }),
    rdn(ORGANIZATION_NAME, { utf8String: organisation }),
    rdn(COMMON_NAME, { utf8String: commonName }),
  ];
  if (organizationIdentifier !== undefined) {
    rdns.splice(2, 0, rdn(ORGANIZATION_IDENTIFIER, { utf8String: organizationIdentifier }));
  }
  return new Name(AsnConvert.serialize(new AsnName(rdns)));
}

function rdn(type: string, value: Partial<AttributeValue>): RelativeDistinguishedName {
  const attribute = new AttributeTypeAndValue({ type, value: new AttributeValue(value) });
  return new RelativeDistinguishedName([attribute]);
}

function generateKeys(algorithm: typeof ALGORITHM | typeof P256): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}

/** Both halves of a private key of RSA. */
async function keysOf(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const key = createPrivateKey(pem);
  const { subtle } = webcrypto;
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['sign']),
    subtle.importKey('spki', spki, ALGORITHM, true, ['verify']),
  ]);
  return { privateKey, publicKey };
}

function asPem(certificate: X509Certificate, keys: webcrypto.CryptoKeyPair): IssuedPem {
  const key = KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' });
  return { certificate: `${certificate.toString('pem')}\n`, key: key.toString() };
}
