import { decodePemBundle, isDer, type CertificateSource } from '../certificate/pem.js';
import { createRevocationLists, hashOfName } from '../revocation/revocation-status.js';
import type {
  CertificateReference,
  RevocationLists,
  RevocationPolicy,
} from '../revocation/revocation-status.js';
import { parseCertificate, type Certificate } from '../certificate/certificate.js';

/** The issuing certificates that a path may use. A store never changes. */
export interface TrustStore {
  /** Issuer candidates for a raw subject name, base64 DER as in `Certificate.issuerDer`. */
  readonly issuersNamed: (subjectDer: string) => readonly Certificate[];
  /** Issuer candidates for the issuer of a reference. */
  readonly issuersOf: (reference: Pick<CertificateReference, 'issuer'>) => readonly Certificate[];
  /** Tells whether a path may end at this certificate of the store. */
  readonly isAnchor: (certificate: Certificate) => boolean;
  /** The revocation lists of the issuers. */
  readonly revocations: RevocationLists;
  readonly size: number;
  readonly certificates: readonly Certificate[];
}

/** The trusted certificates; see {@link createTrustStore}. */
export interface TrustStoreInput {
  /** CA certificates: the self-signed ones are anchors, the others lead to an anchor. */
  readonly certificates?: readonly CertificateSource[];
  /** CA certificates that end a path even though another CA issued them. */
  readonly anchors?: readonly CertificateSource[];
  /**
   * CA certificates from a mounted folder. A certificate whose issuer is in the store leads to it; any
   * other is an anchor. A path therefore cannot end at a CA that the CA above has revoked.
   */
  readonly authorities?: readonly CertificateSource[];
  /** Revocation lists of these CAs, each as PEM or DER. */
  readonly revocationLists?: readonly CertificateSource[];
  /** Whether a path needs a list of each issuer; optional by default. */
  readonly revocationPolicy?: RevocationPolicy;
  /** Whether the caller asks a responder for the status of the end certificates of a CA (RFC 6960). */
  readonly hasResponder?: (issuer: Certificate) => boolean;
}

/**
 * Makes a trust store, typically of some dozen CAs of the EU trusted lists. TPPs send their own
 * certificate only, so the store needs all issuing CAs.
 *
 * @throws TypeError when a source holds no certificate or a malformed one, or a revocation list
 * cannot be used: an error of the set-up
 */
export function createTrustStore(input: TrustStoreInput): TrustStore {
  const explicit = (input.anchors ?? []).flatMap(readSource);
  const listed = (input.certificates ?? []).flatMap(readSource);
  const mounted = (input.authorities ?? []).flatMap(readSource);
  const all = [...explicit, ...listed, ...mounted];
  const bySubject = new Map<string, Certificate[]>();
  const unique = new Map(all.map((one) => [one.der.toString('base64'), one]));
  for (const certificate of unique.values()) {
    const named = bySubject.get(certificate.subjectDer) ?? [];
    bySubject.set(certificate.subjectDer, [...named, certificate]);
  }
  const tops = mounted.filter((one) => !all.some((other) => hasIssued(other, one)));
  const anchors = new Set(
    [...explicit, ...all.filter(isSelfSigned), ...tops].map(({ der }) => der.toString('base64')),
  );
  const issuersNamed = (subjectDer: string) => bySubject.get(subjectDer) ?? [];
  return {
    issuersNamed,
    issuersOf: ({ issuer }) =>
      [...unique.values()].filter((one) => hashOfName(one.subjectDer) === issuer),
    isAnchor: ({ der }) => anchors.has(der.toString('base64')),
    revocations: createRevocationLists({
      sources: input.revocationLists ?? [],
      issuersNamed,
      policy: input.revocationPolicy ?? 'optional',
      hasResponder: input.hasResponder ?? (() => false),
    }),
    size: unique.size,
    certificates: [...unique.values()],
  };
}

function readSource(source: CertificateSource): Certificate[] {
  const ders = isDer(source) ? [source] : decodePemBundle(source.toString());
  if (ders === undefined) throw new TypeError('A trust store source holds no PEM certificate.');
  return ders.map((der) => {
    const certificate = parseCertificate(der);
    if (certificate === undefined) throw new TypeError('A trusted certificate is malformed.');
    return certificate;
  });
}

function hasIssued(issuer: Certificate, subject: Certificate): boolean {
  return issuer.subjectDer === subject.issuerDer && subject.x509.verify(issuer.publicKey);
}

function isSelfSigned(certificate: Certificate): boolean {
  return (
    certificate.issuerDer === certificate.subjectDer &&
    certificate.x509.verify(certificate.publicKey)
  );
}
