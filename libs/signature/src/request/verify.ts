import { verify, type KeyObject } from 'node:crypto';
import type { CertificateCache, KnownCertificate } from '../trust/certificate-cache.js';
import { digestsMatch, parseDigest, type StrongDigest } from './digest.js';
import { CERTIFICATE, SIGNATURE } from '../base/headers.js';
import { checkKeyId, splitKeyId } from './key-id.js';
import type { Psd2Role } from '../certificate/qc-statements.js';
import {
  checkCoverage,
  checkPresence,
  gatherHeaders,
  type ReceivedHeaders,
} from './received-headers.js';
import { isRefusal, refuse, type SignatureRefusal } from '../base/refusal.js';
import { checkDate } from './http-date.js';
import { parseSignatureHeader, type SignatureParts } from './signature-header.js';
import { signingString } from './signature-text.js';
import type { TppCertificate } from '../trust/tpp-certificate.js';

/** The request line and the headers of a received request: all that a signature is checked over. */
export interface HeadToVerify {
  readonly method: string;
  /** Path and query exactly as on the request line (`req.url` of Node). */
  readonly target: string;
  /** Node's `rawHeaders`: name and value alternating. */
  readonly rawHeaders: readonly string[];
  readonly now: Date;
  readonly trust: CertificateCache;
  /** True for operations that require a Digest header. */
  readonly digestRequired: boolean;
  /** True where the signature has to cover `(request-target)`. Default false (specification 5.5). */
  readonly targetRequired?: boolean;
  /** Further lower-case header names without which the request is refused. */
  readonly requiredHeaders?: readonly string[];
}

/** A received request. */
export interface RequestToVerify extends HeadToVerify {
  /** The bytes as received; empty for no body. */
  readonly body: Buffer;
}

/** The facts that a verified request proves. Use them downstream instead of the headers. */
export interface Verified {
  readonly tppId: string;
  readonly roles: readonly Psd2Role[];
  readonly certificate: TppCertificate;
  /** Lower-case names that the signature covers, in signing order. */
  readonly signedHeaders: readonly string[];
  /** Lower-case names of repeated headers; the signature covers none of them. */
  readonly repeatedHeaders: readonly string[];
}

/** A request whose signature holds over its headers. Its body is not checked yet, so it proves nothing. */
export interface VerifiedHead {
  /** The TPP that sent the headers. */
  readonly tppId: string;
  /** The certificate that the headers are signed with. */
  readonly certificate: TppCertificate;
  /** Compares the Digest with the body as received. Returns the proven facts, or `digest-mismatch`. */
  readonly withBody: (body: Buffer) => Verified | SignatureRefusal;
}

/**
 * A request that passed every check except the RSA one. Check `signature` over `signingString` with
 * `publicKey` (RSASSA-PKCS1-v1_5 with SHA-256), then pass the result to `finish`.
 */
export interface PreparedVerification {
  readonly publicKey: KeyObject;
  readonly signingString: Buffer;
  readonly signature: Buffer;
  /** Gives the request that may now be read; `signature-invalid` for false. */
  readonly finish: (signatureHolds: boolean) => VerifiedHead | SignatureRefusal;
}

/**
 * Verifies a signed request (specification section 5): {@link prepareVerification}, the RSA check,
 * `finish`, and the Digest of the body.
 *
 * @returns the proven facts, or the first refusal in the order of the checks
 */
export function verifyRequest(request: RequestToVerify): Verified | SignatureRefusal {
  const prepared = prepareVerification(request);
  if (isRefusal(prepared)) return prepared;
  const head = prepared.finish(signatureHolds(prepared));
  return isRefusal(head) ? head : head.withBody(request.body);
}

/** The RSA check of a prepared request. The key is RSA, so no other algorithm is possible. */
export function signatureHolds(prepared: PreparedVerification): boolean {
  return verify('sha256', prepared.signingString, prepared.publicKey, prepared.signature);
}

/**
 * Runs all checks of the headers except the RSA check of the request's own signature, cheap ones first:
 * presence and repetition, lengths, Date, parsing, coverage, certificate, keyId. No check needs the
 * body. The RSA checks of many prepared requests can then run together in one event-loop turn.
 */
export function prepareVerification(
  request: HeadToVerify,
): PreparedVerification | SignatureRefusal {
  const headers = gatherHeaders(request.rawHeaders);
  const value = (name: string): string | undefined => headers.values.get(name);
  const fault =
    checkPresence(headers, requiredNames(request)) ?? checkDate(value('date')!, request.now);
  if (fault) return fault;
  const parts = parseSignatureHeader(value(SIGNATURE)!);
  if (isRefusal(parts)) return parts;
  const keyId = splitKeyId(parts.keyId);
  if (isRefusal(keyId)) return keyId;
  const digests = parseDigestIfSent(value('digest'));
  if (isRefusal(digests)) return digests;
  const uncovered = checkCoverage(headers, parts.headers, request.targetRequired);
  if (uncovered) return uncovered;
  const text = signingString(parts.headers, { request, header: value });
  if (typeof text !== 'string') return text;
  const known = request.trust.find(value(CERTIFICATE)!, request.now);
  if (isRefusal(known)) return known;
  const mismatch = known.hasMatched(parts.keyId) ? undefined : checkKeyId(keyId, known.certificate);
  if (mismatch) return mismatch;
  return {
    publicKey: known.certificate.publicKey,
    signingString: Buffer.from(text, 'latin1'),
    signature: parts.signature,
    finish: (holds) => {
      if (!holds) return refuse('signature-invalid', 'Signature');
      known.rememberMatch(parts.keyId);
      const proven = { known, parts, digests, headers };
      return {
        tppId: known.certificate.tppId,
        certificate: known.certificate,
        withBody: (body) => checkBody(proven, body),
      };
    },
  };
}

function requiredNames({ digestRequired, requiredHeaders }: HeadToVerify): readonly string[] {
  const always = digestRequired ? ALWAYS_WITH_DIGEST : ALWAYS;
  return requiredHeaders ? [...always, ...requiredHeaders] : always;
}

const ALWAYS = [SIGNATURE, CERTIFICATE, 'date'];
const ALWAYS_WITH_DIGEST = [...ALWAYS, 'digest'];

function parseDigestIfSent(header: string | undefined): readonly StrongDigest[] | SignatureRefusal {
  return header === undefined ? [] : parseDigest(header);
}

interface Proven {
  readonly known: KnownCertificate;
  readonly parts: SignatureParts;
  readonly digests: readonly StrongDigest[];
  readonly headers: ReceivedHeaders;
}

function checkBody(
  { known: { certificate }, parts, digests, headers }: Proven,
  body: Buffer,
): Verified | SignatureRefusal {
  if (!digestsMatch(digests, body)) return refuse('digest-mismatch', 'Digest');
  const { tppId, roles } = certificate;
  const { headers: signedHeaders } = parts;
  return { tppId, roles, certificate, signedHeaders, repeatedHeaders: headers.repeated };
}
