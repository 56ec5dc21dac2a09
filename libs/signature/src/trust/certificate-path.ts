import {
  ISSUER_KEY_REASONS,
  keyFaultOf,
  LEAF_KEY_REASONS,
} from '../certificate/certificate-key.js';
import type { Certificate } from '../certificate/certificate.js';
import { spelled, CERTIFICATE } from '../base/headers.js';
import { refuse, type RefusalReason, type SignatureRefusal } from '../base/refusal.js';
import type { RevocationLists } from '../revocation/revocation-status.js';
import type { TrustStore } from './trust-store.js';

/**
 * A checked path from a leaf to an anchor, and the time in which all of its certificates are valid.
 * Where revocation lists are required, the time ends when the next list is due.
 */
export interface CertificatePath {
  /** Leaf first, anchor last. */
  readonly certificates: readonly Certificate[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Most certificates above the leaf, the anchor included. */
const PATH_ISSUERS_MAX = 4;

/**
 * Builds and checks the path of a signing certificate up to an anchor of the store (RFC 5280
 * section 6, as far as it applies): raw names, signatures, validity, CA flag and key usage, path
 * length, critical extensions, algorithms, key sizes, and the revocation lists of the store for all
 * but the anchor. The anchor's own signature is not checked, because its trust is given. Issuers
 * without KeyUsage are unrestricted (RFC 5280); the leaf must state it (ETSI EN 319 412-2).
 *
 * @param now the time at which the path must be valid
 * @param leafKeys the keys that a leaf may have; requests are signed with RSA (specification 5.4)
 * @returns the path, or the refusal of the first path whose issuer signature matched
 */
export function buildPath(
  leaf: Certificate,
  store: TrustStore,
  now: Date,
  leafKeys: 'rsa' | 'any-strong' = 'rsa',
): CertificatePath | SignatureRefusal {
  const reason = leafFault(leaf, now, leafKeys);
  const result = reason ?? climb([leaf], store, now);
  return typeof result === 'string'
    ? refuse(result, spelled(CERTIFICATE))
    : asPath(result, store.revocations, now);
}

function leafFault(
  leaf: Certificate,
  now: Date,
  leafKeys: 'rsa' | 'any-strong',
): RefusalReason | undefined {
  // A date that cannot be read compares false with every other date: it has to refuse as well.
  if (!(now >= leaf.validFrom)) return 'certificate-not-yet-valid';
  if (!(now <= leaf.validTo)) return 'certificate-expired';
  const hasKind = leafKeys === 'any-strong' || leaf.keyType === 'rsa';
  const keyFault = hasKind ? keyFaultOf(leaf) : 'type';
  if (keyFault !== undefined) return LEAF_KEY_REASONS[keyFault];
  const signs = leaf.keyUsage?.has('digitalSignature') || leaf.keyUsage?.has('nonRepudiation');
  if (leaf.isCa || !signs) return 'certificate-usage';
  return undefined;
}

/** Depth first over all issuers of the store; bounded by the store's size and the depth. */
function climb(
  path: readonly Certificate[],
  store: TrustStore,
  now: Date,
): readonly Certificate[] | RefusalReason {
  const subject = path.at(-1)!;
  let reason: RefusalReason = 'certificate-untrusted';
  for (const issuer of store.issuersNamed(subject.issuerDer)) {
    // The look-up compares names; the signature is the proof.
    if (!subject.x509.verify(issuer.publicKey)) continue;
    const result =
      linkFault(path, issuer, now) ??
      revocationFault(path, issuer, store.revocations, now) ??
      next([...path, issuer], store, now);
    if (typeof result !== 'string') return result;
    if (reason === 'certificate-untrusted') reason = result;
  }
  return reason;
}

function next(
  path: readonly Certificate[],
  store: TrustStore,
  now: Date,
): readonly Certificate[] | RefusalReason {
  if (store.isAnchor(path.at(-1)!)) return path;
  return path.length > PATH_ISSUERS_MAX ? 'certificate-path-too-long' : climb(path, store, now);
}

/** Faults of the link from the last certificate of the path to its issuer, and of the issuer. */
function linkFault(
  path: readonly Certificate[],
  issuer: Certificate,
  now: Date,
): RefusalReason | undefined {
  const subject = path.at(-1)!;
  if (subject.signatureAlgorithm === undefined) return 'certificate-algorithm-weak';
  if (subject.unknownCritical.length > 0) return 'certificate-critical-extension';
  const fault = issuerFault(issuer, now);
  if (fault !== undefined) return fault;
  const casBelow = path.slice(1).filter((one) => one.issuerDer !== one.subjectDer).length;
  if (issuer.pathLength !== undefined && casBelow > issuer.pathLength) {
    return 'certificate-path-too-long';
  }
  // OpenSSL also compares the key ids, and the key usage once more.
  return subject.x509.checkIssued(issuer.x509) ? undefined : 'certificate-untrusted';
}

/** An overdue list still revokes the certificates on it; all others are unknown. */
function revocationFault(
  path: readonly Certificate[],
  issuer: Certificate,
  revocations: RevocationLists,
  now: Date,
): RefusalReason | undefined {
  const status = revocations.statusOf(path.at(-1)!, issuer, now);
  if (status.is === 'revoked') return 'certificate-revoked';
  const isMissing = status.is === 'unknown' && needsList(path.length - 1, issuer, revocations);
  return isMissing ? 'revocation-unknown' : undefined;
}

/** The responder of an issuer speaks for end certificates only, which are the first of a path. */
function needsList(
  at: number,
  issuer: Certificate,
  { policy, hasResponder }: RevocationLists,
): boolean {
  return policy === 'required' && !(at === 0 && hasResponder(issuer));
}

function issuerFault(issuer: Certificate, now: Date): RefusalReason | undefined {
  if (issuer.unknownCritical.length > 0) return 'certificate-critical-extension';
  if (!issuer.isCa) return 'certificate-issuer-not-ca';
  if (issuer.keyUsage && !issuer.keyUsage.has('keyCertSign')) return 'certificate-issuer-not-ca';
  const keyFault = keyFaultOf(issuer);
  if (keyFault !== undefined) return ISSUER_KEY_REASONS[keyFault];
  const isValid = issuer.validFrom <= now && now <= issuer.validTo;
  return isValid ? undefined : 'certificate-issuer-not-valid';
}

function asPath(
  certificates: readonly Certificate[],
  revocations: RevocationLists,
  now: Date,
): CertificatePath {
  const ends = certificates.map(({ validTo }) => validTo);
  return {
    certificates,
    notBefore: new Date(Math.max(...certificates.map(({ validFrom }) => validFrom.getTime()))),
    notAfter: earliest([...ends, ...revocationKnownUntil(certificates, revocations, now)]),
  };
}

function revocationKnownUntil(
  certificates: readonly Certificate[],
  revocations: RevocationLists,
  now: Date,
): readonly Date[] {
  return certificates.slice(1).flatMap((issuer, i) => {
    if (!needsList(i, issuer, revocations)) return [];
    const status = revocations.statusOf(certificates[i]!, issuer, now);
    return status.is === 'good' ? [status.until] : [];
  });
}

function earliest(dates: readonly Date[]): Date {
  return new Date(Math.min(...dates.map((date) => date.getTime())));
}
