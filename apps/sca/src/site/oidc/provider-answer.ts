import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';
import { isSameText } from '../security/tokens.js';
import { hashOfDetails } from './approval-details.js';
import { foreignClaimOf, personIn, weaknessOf } from './assurance.js';
import type { IdTokenClaims } from './assurance.js';
import { ProviderError } from './provider-fault.js';

/** What the provider answered, with a verified ID token. */
export interface ProviderAnswer {
  readonly claims: IdTokenClaims;
  /** `authorization_details` of the token response; undefined when there are none. */
  readonly granted: unknown;
}

/** The parts of the profile that an answer is checked with. */
export type AnswerTerms = Pick<
  ProfileIdentityProvider,
  'acrValues' | 'amr' | 'clientId' | 'customerClaim' | 'dynamicLinking'
>;

/**
 * Who the person of an answer is, in the words of the provider. `notBefore` is the start of an approval, in
 * milliseconds like `now`. Throws ProviderError for a token of another client or of the future, for an
 * authentication that is too weak or too old, and without a person.
 */
export function personOf(
  { claims }: ProviderAnswer,
  terms: AnswerTerms,
  { notBefore, now }: { readonly notBefore?: number; readonly now: number },
): string {
  const foreign = foreignClaimOf(claims, terms.clientId, now);
  if (foreign !== undefined) {
    throw new ProviderError('invalid', `${foreign} of the ID token is not one for this bank now`);
  }
  const weakness = weaknessOf(claims, terms, notBefore);
  if (weakness !== undefined) {
    throw new ProviderError('weak', `${weakness} of the ID token is not good enough`);
  }
  const person = personIn(claims, terms.customerClaim);
  if (person !== undefined) return person;
  throw new ProviderError('invalid', `the ID token has no usable ${terms.customerClaim}`);
}

/**
 * Whether the provider granted exactly the details with this hash (RFC 9396, section 7). A provider that
 * got them in a signed request object may grant none: then only the nonce binds.
 */
export function grantsDetails(
  { granted }: ProviderAnswer,
  asked: string,
  { dynamicLinking }: Pick<AnswerTerms, 'dynamicLinking'>,
): boolean {
  if (granted === undefined && dynamicLinking === 'signed-request-object') return true;
  const hash = hashOfDetails(granted);
  return hash !== undefined && isSameText(hash, asked);
}
