import { hash } from 'node:crypto';
import {
  createCertificateCache,
  createTrustStore,
  decodeCertificateHeader,
  isRefusal,
  organizationIdentifiersOf,
  parseCertificate,
  parseOrganizationIdentifier,
  parsePsd2Statement,
  referenceOf,
} from '@nordgate/signature';
import type { CertificateCache, KnownCertificate, TppCertificate } from '@nordgate/signature';

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
