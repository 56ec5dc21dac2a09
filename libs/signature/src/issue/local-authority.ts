import 'reflect-metadata';
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Extension, JsonName } from '@peculiar/x509';
import type { IssuedPem, Validity } from './issue.js';

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** Makes an authority of P-256, for the certificates of a bank on one machine and for tests. */
export async function issueLocalAuthority(
  request: Validity & { readonly name: string },
): Promise<IssuedPem> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...common(request),
    name: [{ CN: [request.name] }] satisfies JsonName,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  return asPem(certificate, keys);
}

/** A certificate with a new key of P-256 that an authority issues. */
interface LeafRequest extends Validity {
  readonly authority: IssuedPem;
  readonly subject: JsonName;
  /** Besides those of every leaf. */
  readonly extensions: readonly Extension[];
}

/** Makes a certificate that can sign, and no certificates. */
export async function issueLeaf(request: LeafRequest): Promise<IssuedPem> {
  const { authority, subject, extensions } = request;
  const keys = await newKeys();
  const der = createPrivateKey(authority.key).export({ format: 'der', type: 'pkcs8' });
  const certificate = await X509CertificateGenerator.create({
    ...common(request),
    subject,
    issuer: new X509Certificate(authority.certificate).subjectName,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', der, P256, false, ['sign']),
    extensions: [
      new BasicConstraintsExtension(false),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      ...extensions,
    ],
  });
  return asPem(certificate, keys);
}

function common({ validFrom, validTo }: Validity) {
  const serial = randomBytes(16);
  // A positive number of full length (RFC 5280, section 4.1.2.2).
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const serialNumber = serial.toString('hex');
  return {
    serialNumber,
    notBefore: validFrom,
    notAfter: validTo,
    signingAlgorithm: SIGNATURE,
  };
}

const newKeys = () => webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);

function asPem(certificate: X509Certificate, keys: webcrypto.CryptoKeyPair): IssuedPem {
  const key = KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' });
  return { certificate: `${certificate.toString('pem')}\n`, key: key.toString() };
}
