import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';
import { isSameText } from '../security/tokens.js';
import { hashOfDetails } from './approval-details.js';
import { ProviderError } from './provider-failure.js';

/** What the bank demands of an authentication at its provider; a part of the profile. */
interface AssuranceTerms {
  /** Authentication context class references that are strong enough. */
  readonly acrValues: readonly string[];
  /** Authentication methods that all have to be among those used (RFC 8176). */
  readonly amr?: readonly string[] | undefined;
}

/** Claims of a verified ID token. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

/** Clocks of the bank and of the provider may differ by so many seconds. */
const skewSeconds = 30;

/**
 * Why an authentication is too weak; undefined when it is strong enough. `notBefore` is the time in
 * milliseconds from which on the PSU has to have authenticated. Source: OpenID Connect
 * Core 1.0, sections 2 and 3.1.3.7.
 */
export function weaknessOf(
  { acr, amr, auth_time: authTime }: IdTokenClaims,
  terms: AssuranceTerms,
  notBefore?: number,
): 'acr' | 'amr' | 'auth_time' | undefined {
  if (typeof acr !== 'string' || !terms.acrValues.includes(acr)) return 'acr';
  const used: readonly unknown[] = Array.isArray(amr) ? amr : [];
  if (!(terms.amr ?? []).every((one) => used.includes(one))) return 'amr';
  if (notBefore === undefined) return undefined;
  const earliest = Math.floor(notBefore / 1000) - skewSeconds;
  return typeof authTime === 'number' && authTime >= earliest ? undefined : 'auth_time';
}

/**
 * The claim for which the token cannot be meant for this bank now; undefined when there is none: it was
 * issued to another client (`azp`), or its times have not come yet. `now` is in milliseconds. Source:
 * OpenID Connect Core 1.0, section 3.1.3.7.
 */
export function foreignClaimOf(
  { azp, auth_time: authTime, iat }: IdTokenClaims,
  clientId: string,
  now: number,
): 'azp' | 'iat' | 'auth_time' | undefined {
  if (azp !== undefined && azp !== clientId) return 'azp';
  const latest = Math.floor(now / 1000) + skewSeconds;
  if (typeof iat !== 'number' || iat > latest) return 'iat';
  return typeof authTime === 'number' && authTime > latest ? 'auth_time' : undefined;
}

/** The longest identifier of a person that the bank takes from a token. */
const identifierLengthMax = 255;

/** The identifier of the person in the claim that the profile names; undefined without one. */
export function personIn(claims: IdTokenClaims, claim: string): string | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof value !== 'string') return undefined;
  const isUsable = value !== '' && value.length <= identifierLengthMax && !/\p{C}/u.test(value);
  return isUsable ? value : undefined;
}

/** What the provider answered, with a verified ID token. */
export interface ProviderAnswer {
  readonly claims: IdTokenClaims;
  /** `authorization_details` of the token response; undefined when there are none. */
  readonly granted: unknown;
}

/** The parts of the profile that an answer is checked with. */
type AnswerTerms = Pick<
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
