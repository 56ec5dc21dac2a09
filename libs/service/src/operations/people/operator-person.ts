import { Buffer } from 'node:buffer';
import { decodeProtectedHeader } from 'jose';
import type { OperationTerms } from '@nordgate/contracts/profile';
import { personOfCertificate } from './certificate-person.js';
import { personProofType } from './person-proofs.js';
import { personOfToken } from './token-person.js';
import type { IssuerKeys } from './token-person.js';
import type { Unverified, VerifiedPerson } from './verified-person.js';

/** What operators are verified with. The mounted files are read again while the process runs. */
export interface OperatorTrust {
  /** PEM of the authorities of the operators' certificates. */
  readonly authorities?: { readonly value: readonly string[] };
  /** The public keys of the issuer of the operators' tokens. */
  readonly issuerKeys?: { readonly value: IssuerKeys };
}

/** The proof of a person for one request. */
export interface PersonProof {
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
