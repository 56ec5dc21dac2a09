import { X509Certificate } from 'node:crypto';
import type { OperationTerms } from '@nordgate/contracts/profile';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { audienceOf, operatorTokenSeconds } from '../tokens/operator-tokens.js';
import { algorithmOf, personProofType } from './person-proofs.js';
import { rolesOf } from './verified-person.js';
import type { VerifiedPerson } from './verified-person.js';

export interface CertificateCheck {
  readonly service: string;
  readonly bodyHash: string;
  /** PEM, one certificate each. */
  readonly authorities: readonly string[];
  readonly terms: Pick<OperationTerms, 'roles'>;
  readonly now: Date;
}

/**
 * The person of a proof that the key of a certificate has signed. The certificate is for clients
 * (extendedKeyUsage clientAuth), valid today, and issued by a mounted authority or by the rest of its chain.
 *
 * @throws Error with the reason
 */
export async function personOfCertificate(
  proof: string,
  { service, bodyHash, authorities, terms, now }: CertificateCheck,
): Promise<VerifiedPerson> {
  const chain = chainIn(proof);
  const [leaf] = chain;
  if (leaf === undefined) throw new Error('the proof has no certificate');
  const { payload } = await jwtVerify(proof, leaf.publicKey, {
    algorithms: [algorithmOf(leaf.publicKey)],
    typ: personProofType,
    audience: audienceOf(service),
    requiredClaims: ['iat', 'exp'],
    maxTokenAge: operatorTokenSeconds,
    clockTolerance: skewSeconds,
    currentDate: now,
  });
  if (payload['bodyHash'] !== bodyHash) throw new Error('the proof is for another request');
  if (leaf.ca || leaf.keyUsage?.includes(clientAuth) !== true) {
    throw new Error('the certificate is not for clients');
  }
  const trusted = authorities.map((pem) => new X509Certificate(pem));
  const root = rootOf(chain, trusted, now);
  const { CN: name, OU: units = [] } = leaf.toLegacyObject().subject as Subject;
  if (typeof name !== 'string' || name === '') throw new Error('the certificate has no one name');
  const issuer = root.subject.replaceAll('\n', ', ');
  return { by: 'certificate', issuer, id: name, name, roles: rolesOf(units, terms) };
}

/** A subject has a list where an attribute comes twice. */
interface Subject {
  readonly CN?: string | readonly string[];
  readonly OU?: string | readonly string[];
}

/** Extended key usage for clients of TLS. Source: RFC 5280, section 4.2.1.12. */
const clientAuth = '1.3.6.1.5.5.7.3.2';

/** The permitted difference between the clocks. */
const skewSeconds = 30;

const chainLengthMax = 4;

function chainIn(proof: string): readonly X509Certificate[] {
  const { x5c = [] } = decodeProtectedHeader(proof);
  if (x5c.length > chainLengthMax) throw new Error('the chain of the certificate is too long');
  return x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64')));
}

/** The mounted authority at the end of the path. Throws where there is none. */
function rootOf(
  chain: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  now: Date,
): X509Certificate {
  for (const [at, certificate] of chain.entries()) {
    if (!isValid(certificate, now)) throw new Error('a certificate is not valid today');
    const root = trusted.find((authority) => hasIssued(authority, certificate));
    if (root !== undefined && isValid(root, now)) return root;
    const next = chain[at + 1];
    if (next === undefined || !hasIssued(next, certificate)) break;
  }
  throw new Error('no authority of operator-ca.pem has issued the certificate');
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValid({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate;
}
