/** What the bank demands of an authentication at its provider; a part of the profile. */
export interface AssuranceTerms {
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
