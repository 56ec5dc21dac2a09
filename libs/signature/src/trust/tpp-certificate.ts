import { hash, type KeyObject } from 'node:crypto';
import { ORGANIZATION_IDENTIFIER, ORGANIZATION_NAME } from '../certificate/attribute-types.js';
import { buildPath } from './certificate-path.js';
import { parseCertificate, type Certificate } from '../certificate/certificate.js';
import { decodeCertificateHeader } from '../certificate/pem.js';
import { CERTIFICATE, spelled } from '../base/headers.js';
import { textsOf, type Rdn } from '../certificate/name-attribute.js';
import { parseOrganizationIdentifier } from '../certificate/organization-identifier.js';
import { parsePsd2Statement, type Psd2Role } from '../certificate/qc-statements.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';
import { referenceOf, type CertificateReference } from '../revocation/revocation-status.js';
import type { TrustStore } from './trust-store.js';

/** A TPP's seal with a checked path: the identity, the roles and the key. */
export interface TppCertificate {
  /** The organizationIdentifier, such as `PSDNO-FSA-123456789`; a renewal keeps it. */
  readonly tppId: string;
  /** PSD2 roles, at least one. */
  readonly roles: readonly Psd2Role[];
  /** The subject's organisation, undefined when absent. */
  readonly organisation: string | undefined;
  readonly authorityName: string;
  readonly authorityId: string;
  readonly publicKey: KeyObject;
  readonly serial: bigint;
  /** RDNs in certificate order. */
  readonly issuer: readonly Rdn[];
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The time in which the whole path is valid, within validFrom and validTo. */
  readonly trustedFrom: Date;
  readonly trustedTo: Date;
  /** The certificate as revocation lists name it. */
  readonly reference: CertificateReference;
  /** The CA that has issued it. */
  readonly issuedBy: Certificate;
  /** Until when a list says that it is not revoked; undefined without a current list. */
  readonly listedUntil: Date | undefined;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
}

const PATH = spelled(CERTIFICATE);

/**
 * Reads a TPP-Signature-Certificate header, checks its path and reads its PSD2 content. This costs
 * far more than a signature check, so the certificate cache does it on the first request only.
 *
 * @param header base64 of the DER or of PEM, or PEM in one line
 * @returns the certificate, or a refusal with a `certificate-*` reason
 */
export function readTppCertificate(
  header: string,
  store: TrustStore,
  now: Date,
): TppCertificate | SignatureRefusal {
  const der = decodeCertificateHeader(header);
  return der === undefined ? refuse('certificate-malformed', PATH) : trustTpp(der, store, now);
}

/** The same from DER. The path is checked first, so the content of an untrusted certificate is ignored. */
export function trustTpp(
  der: Buffer,
  store: TrustStore,
  now: Date,
): TppCertificate | SignatureRefusal {
  const leaf = parseCertificate(der);
  if (leaf === undefined) return refuse('certificate-malformed', PATH);
  const path = buildPath(leaf, store, now);
  if ('refused' in path) return path;
  const [tppId, ...others] = textsOf(leaf.subject, ORGANIZATION_IDENTIFIER);
  if (tppId === undefined || others.length > 0 || !parseOrganizationIdentifier(tppId)) {
    return refuse('certificate-without-tpp-id', PATH);
  }
  const statement = leaf.qcStatements && parsePsd2Statement(leaf.qcStatements);
  if (!statement?.roles.length) return refuse('certificate-without-role', PATH);
  const issuedBy = path.certificates[1]!;
  const listed = store.revocations.statusOf(leaf, issuedBy, now);
  return {
    ...statement,
    tppId,
    organisation: textsOf(leaf.subject, ORGANIZATION_NAME)[0],
    publicKey: leaf.publicKey,
    serial: leaf.serial,
    issuer: leaf.issuer,
    validFrom: leaf.validFrom,
    validTo: leaf.validTo,
    trustedFrom: path.notBefore,
    trustedTo: path.notAfter,
    reference: referenceOf(leaf),
    issuedBy,
    listedUntil: listed.is === 'good' ? listed.until : undefined,
    fingerprint: hash('sha256', der, 'hex'),
  };
}
