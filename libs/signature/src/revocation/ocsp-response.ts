import {
  BasicOCSPResponse,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  OCSPResponse,
  OCSPResponseStatus,
} from '@peculiar/asn1-ocsp';
import type { CertID, SingleResponse } from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { CRLReasons } from '@peculiar/asn1-x509';
import type { Extension } from '@peculiar/asn1-x509';
import { signatureAlgorithmOf } from '../certificate/certificate-algorithm.js';
import type { Certificate } from '../certificate/certificate.js';
import { membersOf, readDer, readDerSeries, TAG, type DerValue } from '../base/der.js';
import type { OcspCertId, OcspRequest } from './ocsp-request.js';
import { possibleSigners } from './ocsp-responder.js';
import { isSignedWith } from './revocation-status.js';

/** The status of a certificate in a checked response. */
export interface OcspAnswer {
  readonly is: 'good' | 'revoked' | 'unknown';
  /** Revoked because another certificate has replaced it, when nobody doubts the key. */
  readonly isSuperseded: boolean;
  readonly thisUpdate: Date;
  /** The end of its time: nextUpdate, or five minutes after thisUpdate when the response states none. */
  readonly until: Date;
}

/** What a response has to fit. */
export interface OcspExpectation {
  readonly request: OcspRequest;
  /** Whether the response has to repeat the nonce. One that repeats it has to repeat it rightly. */
  readonly nonceRequired: boolean;
  readonly now: Date;
  /** Whether a list of the issuer revokes the certificate of a responder. */
  readonly isRevoked: (responder: Certificate) => boolean;
}

/** Clocks of responders may be ahead of ours. */
const CLOCK_MS_MAX = 60_000;
const WITHOUT_NEXT_UPDATE_MS = 5 * 60_000;

/**
 * Reads a response and checks it (RFC 6960 sections 3.2 and 4.2): DER, status, signature by the issuer or its
 * delegated responder, nonce, certificate, and that now is between thisUpdate and nextUpdate.
 *
 * @throws TypeError with the reason why the response cannot be used
 */
export function readOcspResponse(der: Buffer, expected: OcspExpectation): OcspAnswer {
  const bytes = basicBytes(der);
  const { tbs, algorithm, signature, brought } = partsOf(bytes);
  const { tbsResponseData: data } = parsed(bytes, BasicOCSPResponse);
  const signatureAlgorithm = signatureAlgorithmOf(algorithm);
  if (signatureAlgorithm === undefined) {
    throw new TypeError('The response is signed with an algorithm that is not accepted.');
  }
  const { issuer } = expected.request.subject;
  const search = { ...expected, issuer, brought, responderId: data.responderID };
  const signed = { signed: tbs.raw, signature: signature.body.subarray(1), signatureAlgorithm };
  if (!possibleSigners(search).some(({ publicKey }) => isSignedWith(signed, publicKey))) {
    throw new TypeError('The response is not signed by the issuer or a responder of the issuer.');
  }
  requireNonce(data.responseExtensions, expected);
  const single = data.responses.find(({ certID }) => isSame(certID, expected.request.certId));
  if (single === undefined) throw new TypeError('The response is about another certificate.');
  requireKnown(data.responseExtensions);
  requireKnown(single.singleExtensions);
  return answerOf(single, expected.now);
}

function basicBytes(der: Buffer): Buffer {
  const { responseStatus, responseBytes } = parsed(der, OCSPResponse);
  // The library keeps the number of an ENUMERATED as it is on the wire.
  const status = Number(responseStatus);
  if (status !== Number(OCSPResponseStatus.successful)) {
    throw new TypeError(`The responder answered ${OCSPResponseStatus[status] ?? String(status)}.`);
  }
  if (responseBytes?.responseType !== id_pkix_ocsp_basic) {
    throw new TypeError('The response has another type than basic.');
  }
  return Buffer.from(responseBytes.response.buffer);
}

/** The library decodes BER, so our reader has to accept the bytes first (docs/adr/0015-asn1-by-library.md). */
function parsed<T>(der: Buffer, type: new () => T): T {
  if (readDer(der) !== undefined) {
    try {
      return AsnConvert.parse(der, type);
    } catch {
      // A value that does not fit the schema throws.
    }
  }
  throw new TypeError('The response is malformed.');
}

interface Parts {
  readonly tbs: DerValue;
  readonly algorithm: DerValue;
  readonly signature: DerValue;
  readonly brought: readonly DerValue[];
}

/** BasicOCSPResponse: tbsResponseData, signatureAlgorithm, signature, `[0]` certs. */
function partsOf(bytes: Buffer): Parts {
  const [tbs, algorithm, signature, certs] = membersOf(readDer(bytes), TAG.sequence) ?? [];
  const list = certs && readDerSeries(certs.body)?.[0];
  const brought = certs === undefined ? [] : membersOf(list, TAG.sequence);
  const isWhole = signature?.tag === TAG.bitString && signature.body[0] === 0;
  if (!tbs || !algorithm || !signature || !brought || !isWhole) {
    throw new TypeError('The response is malformed.');
  }
  return { tbs, algorithm, signature, brought };
}

function requireNonce(
  extensions: readonly Extension[] = [],
  { request: { nonce }, nonceRequired }: OcspExpectation,
): void {
  const found = extensions.find(({ extnID }) => extnID === id_pkix_ocsp_nonce);
  if (found === undefined) {
    if (nonceRequired) throw new TypeError('The response has no nonce.');
    return;
  }
  const value = Buffer.from(parsed(Buffer.from(found.extnValue.buffer), OctetString).buffer);
  if (nonce === undefined || !value.equals(nonce)) {
    throw new TypeError('The response has the nonce of another request.');
  }
}

function isSame(
  { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }: CertID,
  { algorithm, nameHash, keyHash, serial }: OcspCertId,
): boolean {
  return (
    hashAlgorithm.algorithm === algorithm &&
    nameHash.equals(Buffer.from(issuerNameHash.buffer)) &&
    keyHash.equals(Buffer.from(issuerKeyHash.buffer)) &&
    BigInt(`0x${Buffer.from(serialNumber).toString('hex')}`) === serial
  );
}

/** Every other critical extension would have to be understood. */
function requireKnown(extensions: readonly Extension[] = []): void {
  const unknown = extensions.find(
    ({ critical, extnID }) => critical && extnID !== id_pkix_ocsp_nonce,
  );
  if (unknown === undefined) return;
  throw new TypeError(`The response has a critical extension (${unknown.extnID}).`);
}

function answerOf({ certStatus, thisUpdate, nextUpdate }: SingleResponse, now: Date): OcspAnswer {
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + WITHOUT_NEXT_UPDATE_MS);
  if (thisUpdate.getTime() > now.getTime() + CLOCK_MS_MAX) {
    throw new TypeError('The response is from the future.');
  }
  if (now > until || until < thisUpdate) throw new TypeError('The response is out of date.');
  const { revoked, good } = certStatus;
  const isSuperseded = revoked?.revocationReason?.reason === CRLReasons.superseded;
  const other = good === undefined ? 'unknown' : 'good';
  return { is: revoked === undefined ? other : 'revoked', isSuperseded, thisUpdate, until };
}
