import { createHash } from 'node:crypto';
import type { ResponderID } from '@peculiar/asn1-ocsp';
import { AsnConvert } from '@peculiar/asn1-schema';
import { keyFaultOf } from '../certificate/certificate-key.js';
import { parseCertificate, type Certificate } from '../certificate/certificate.js';
import type { DerValue } from '../base/der.js';
import { keyBitsOf } from './ocsp-request.js';

/** Identifier of ExtKeyUsage, and of its purpose OCSPSigning. */
const EXTENDED_KEY_USAGE = '2.5.29.37';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** A response brings the certificate of its responder, and seldom one more. */
const CERTIFICATES_MAX = 8;

/** Whom a response may be signed by. */
export interface SignerSearch {
  /** The issuer of the certificate in question. */
  readonly issuer: Certificate;
  /** The certificates that the response brings. */
  readonly brought: readonly DerValue[];
  readonly responderId: ResponderID;
  readonly now: Date;
  /** Whether a list of the issuer revokes the certificate of a responder. */
  readonly isRevoked: (responder: Certificate) => boolean;
}

/**
 * The certificates that may have signed a response and have the name or key that the response states
 * (RFC 6960 section 4.2.2.2): the issuer itself, and responders whose certificate the same key of the issuer
 * has signed for OCSPSigning. That certificate has to be valid now. Whether a responder's certificate is
 * revoked says a list only, because another responder would have to be asked first.
 */
export function possibleSigners(search: SignerSearch): readonly Certificate[] {
  const { issuer, brought, responderId } = search;
  if (brought.length > CERTIFICATES_MAX) return [];
  const delegated = brought
    .map(({ raw }) => parseCertificate(raw))
    .filter((one) => one !== undefined && isDelegated(one, search)) as Certificate[];
  return [issuer, ...delegated].filter((one) => isNamed(responderId, one));
}

function isNamed({ byName, byKey }: ResponderID, signer: Certificate): boolean {
  if (byName !== undefined) {
    return Buffer.from(AsnConvert.serialize(byName)).toString('base64') === signer.subjectDer;
  }
  const key = createHash('sha1').update(keyBitsOf(signer)).digest();
  return byKey !== undefined && key.equals(Buffer.from(byKey.buffer));
}

function isDelegated(responder: Certificate, { issuer, now, isRevoked }: SignerSearch): boolean {
  const { validFrom, validTo } = responder;
  const isValid = validFrom <= now && now <= validTo && !isRevoked(responder);
  return isValid && isIssuedBy(responder, issuer) && maySign(responder);
}

function isIssuedBy(responder: Certificate, issuer: Certificate): boolean {
  return (
    responder.issuerDer === issuer.subjectDer &&
    responder.signatureAlgorithm !== undefined &&
    responder.x509.checkIssued(issuer.x509) &&
    responder.x509.verify(issuer.publicKey)
  );
}

function maySign(responder: Certificate): boolean {
  const { x509, keyUsage, unknownCritical } = responder;
  // Node answers with ExtKeyUsage here, and with undefined where it is absent.
  const purposes = x509.keyUsage as readonly string[] | undefined;
  const signs = !keyUsage || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation');
  const isKnown = unknownCritical.every((oid) => oid === EXTENDED_KEY_USAGE);
  return (
    signs &&
    isKnown &&
    keyFaultOf(responder) === undefined &&
    purposes?.includes(OCSP_SIGNING) === true
  );
}
