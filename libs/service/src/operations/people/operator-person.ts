import { Buffer } from 'node:buffer';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { OperationTerms } from '@nordgate/contracts/profile';
import { personOfCertificate } from './certificate-person.js';
import { personProofType } from './person-proofs.js';
import type { Unverified, VerifiedPerson } from './verified-person.js';
import { rolesOf } from './verified-person.js';

/** What operators are verified with. The mounted files are read again while the process runs. */
export interface OperatorTrust {
  /** PEM of the authorities of the operators' certificates. */
  readonly authorities?: { readonly value: readonly string[] };
  /** The public keys of the issuer of the operators' tokens. */
  readonly issuerKeys?: { readonly value: IssuerKeys };
}

/** The proof of a person for one request. */
interface PersonProof {
  /** A token of the issuer, or a proof that the operator's command signed with the key of a certificate. */
  readonly proof: string | undefined;
  readonly service: string;
  /** The hash of the body of the request. */
  readonly bodyHash: string;
}

/** Verifies who requests an operation (ADR 48). */
export class OperatorPeople {
  constructor(
    readonly terms: OperationTerms,
    private readonly trust: OperatorTrust,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Never rejects: a proof that does not hold verifies nobody. */
  async identify({ proof, ...request }: PersonProof): Promise<VerifiedPerson | Unverified> {
    if (proof === undefined) return { unverified: 'the request does not prove who you are' };
    if (Buffer.byteLength(proof) > proofBytesMax) return { unverified: 'the proof is too long' };
    const { terms } = this;
    const now = this.now();
    try {
      if (decodeProtectedHeader(proof).typ === personProofType) {
        const authorities = this.trust.authorities?.value;
        if (authorities === undefined) return { unverified: 'operator-ca.pem is not mounted' };
        return await personOfCertificate(proof, { ...request, authorities, terms, now });
      }
      const keys = this.trust.issuerKeys?.value;
      if (keys === undefined || terms.tokens === undefined) {
        return { unverified: 'the profile or operator-issuer.json names no issuer of tokens' };
      }
      return await personOfToken(proof, { keys, tokens: terms.tokens, terms, now });
    } catch (error) {
      return { unverified: (error as Error).message };
    }
  }
}

const proofBytesMax = 12 * 1024;

/** Finds the key of a token by its header. */
export type IssuerKeys = JWTVerifyGetKey;

interface TokenCheck {
  readonly keys: IssuerKeys;
  readonly tokens: NonNullable<OperationTerms['tokens']>;
  readonly terms: Pick<OperationTerms, 'roleClaim' | 'roles'>;
  readonly now: Date;
}

/**
 * The person of an ID token (OpenID Connect Core, section 2) or a JWT access token (RFC 9068) of the issuer.
 *
 * @throws Error with the reason
 */
async function personOfToken(
  token: string,
  { keys, tokens: { issuer, audience }, terms, now }: TokenCheck,
): Promise<VerifiedPerson> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: [...signatures],
    issuer,
    audience,
    requiredClaims: ['sub', 'iat', 'exp'],
    currentDate: now,
  });
  const { typ = 'JWT' } = protectedHeader;
  if (!types.has(typ.toLowerCase())) throw new Error(`a token of type ${typ} identifies nobody`);
  const { sub: id = '' } = payload;
  if (id === '' || id.length > textMax) throw new Error('the token has no subject');
  const roles = rolesOf(payload[terms.roleClaim], terms);
  return { by: 'token', issuer, id, name: nameIn(payload) ?? id, roles };
}

/** No symmetric ones: a service could sign with what it verifies with. */
const signatures = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;
const types: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
const textMax = 200;

function nameIn({ preferred_username: name }: JWTPayload): string | undefined {
  return typeof name === 'string' && name !== '' && name.length <= textMax ? name : undefined;
}
