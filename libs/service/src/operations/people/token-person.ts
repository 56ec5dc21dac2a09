import type { OperationTerms } from '@nordgate/contracts/profile';
import { jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { rolesOf } from './verified-person.js';
import type { VerifiedPerson } from './verified-person.js';

/** Finds the key of a token by its header. */
export type IssuerKeys = JWTVerifyGetKey;

export interface TokenCheck {
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
export async function personOfToken(
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
