import { hash } from 'node:crypto';
import { createCertificateCache } from '../trust/certificate-cache.js';
import { createTrustStore } from '../trust/trust-store.js';
import { decodeCertificateHeader } from '../certificate/pem.js';
import { isRefusal } from '../base/refusal.js';
import {
  organizationIdentifiersOf,
  parseOrganizationIdentifier,
} from '../certificate/organization-identifier.js';
import { parseCertificate } from '../certificate/certificate.js';
import { parsePsd2Statement } from '../certificate/qc-statements.js';
import { referenceOf } from '../revocation/revocation-status.js';
import type { CertificateCache, KnownCertificate } from '../trust/certificate-cache.js';
import type { TppCertificate } from '../trust/tpp-certificate.js';

/**
 * Trusts every issuer, for explanations without the bank's list of CAs. The certificate itself is still
 * parsed and checked.
 */
export function trustAnyIssuer(): CertificateCache {
  const noIssuer = createCertificateCache(createTrustStore({}));
  return {
    find(header, now) {
      const refusal = noIssuer.find(header, now);
      if (!isRefusal(refusal) || refusal.reason !== 'certificate-untrusted') return refusal;
      const certificate = readLeaf(header);
      return certificate === undefined ? refusal : asKnown(certificate);
    },
    clear: () => noIssuer.clear(),
  };
}

function asKnown(certificate: TppCertificate): KnownCertificate {
  return { certificate, hasMatched: () => false, rememberMatch: () => undefined };
}

function readLeaf(header: string): TppCertificate | undefined {
  const der = decodeCertificateHeader(header);
  const leaf = der && parseCertificate(der);
  const [tppId] = leaf ? organizationIdentifiersOf(leaf) : [];
  const statement = leaf?.qcStatements && parsePsd2Statement(leaf.qcStatements);
  if (!leaf || !tppId || !parseOrganizationIdentifier(tppId) || !statement?.roles.length) {
    return undefined;
  }
  const { publicKey, serial, issuer, validFrom, validTo } = leaf;
  return {
    ...statement,
    tppId,
    organisation: undefined,
    publicKey,
    serial,
    issuer,
    validFrom,
    validTo,
    trustedFrom: validFrom,
    trustedTo: validTo,
    reference: referenceOf(leaf),
    // No path is checked here, and nobody asks for the status.
    issuedBy: leaf,
    listedUntil: undefined,
    fingerprint: hash('sha256', leaf.der, 'hex'),
  };
}
