import { createHash, randomBytes } from 'node:crypto';
import { CertID, id_pkix_ocsp_nonce, OCSPRequest, Request, TBSRequest } from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Extension } from '@peculiar/asn1-x509';
import type { Certificate } from '../certificate/certificate.js';
import { membersOf, readDer, TAG } from '../base/der.js';

/** A certificate of which the status is asked: its issuer and its serial number. */
export interface OcspSubject {
  readonly issuer: Certificate;
  readonly serial: bigint;
}

/** The hash that names the issuer. It protects nothing, and many responders know SHA-1 only (RFC 5019). */
export type OcspHash = 'sha1' | 'sha256';

/** A request, with what its response has to repeat. */
export interface OcspRequest {
  readonly der: Buffer;
  readonly subject: OcspSubject;
  readonly certId: OcspCertId;
  readonly nonce: Buffer | undefined;
}

/** The members of CertID, RFC 6960 section 4.1.1. */
export interface OcspCertId {
  readonly algorithm: string;
  readonly nameHash: Buffer;
  readonly keyHash: Buffer;
  readonly serial: bigint;
}

const algorithms: Readonly<Record<OcspHash, string>> = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
};

/** RFC 9654 section 2.1. */
const nonceBytes = 32;

/** Makes a request for the status of one certificate (RFC 6960 section 4.1). */
export function ocspRequest(
  subject: OcspSubject,
  { hash, nonce }: { readonly hash: OcspHash; readonly nonce: boolean },
): OcspRequest {
  const certId = certIdOf(subject, hash);
  const value = nonce ? randomBytes(nonceBytes) : undefined;
  const requestExtensions = value && [
    new Extension({
      extnID: id_pkix_ocsp_nonce,
      extnValue: new OctetString(AsnConvert.serialize(new OctetString(value))),
    }),
  ];
  const reqCert = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: certId.algorithm, parameters: NULL }),
    issuerNameHash: new OctetString(certId.nameHash),
    issuerKeyHash: new OctetString(certId.keyHash),
    serialNumber: new Uint8Array(integerBytes(subject.serial)).buffer,
  });
  const tbsRequest = new TBSRequest({
    requestList: [new Request({ reqCert })],
    ...(requestExtensions && { requestExtensions }),
  });
  const der = Buffer.from(AsnConvert.serialize(new OCSPRequest({ tbsRequest })));
  return { der, subject, certId, nonce: value };
}

const NULL = new Uint8Array([0x05, 0x00]).buffer;

/** The CertID of a certificate. */
function certIdOf({ issuer, serial }: OcspSubject, hash: OcspHash): OcspCertId {
  const digest = (bytes: Buffer) => createHash(hash).update(bytes).digest();
  return {
    algorithm: algorithms[hash],
    nameHash: digest(Buffer.from(issuer.subjectDer, 'base64')),
    keyHash: digest(keyBitsOf(issuer)),
    serial,
  };
}

/** The value of the BIT STRING subjectPublicKey, which CertID and ResponderID hash. */
export function keyBitsOf({ publicKey }: Pick<Certificate, 'publicKey'>): Buffer {
  const spki = readDer(publicKey.export({ type: 'spki', format: 'der' }));
  const bits = membersOf(spki, TAG.sequence)?.[1];
  if (bits === undefined) throw new TypeError('A public key is malformed.');
  return bits.body.subarray(1);
}

/** The content of an INTEGER that is not negative. */
function integerBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}
