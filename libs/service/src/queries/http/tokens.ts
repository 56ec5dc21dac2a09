import type { KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { QueriedService } from '@nordgate/contracts/queries';
import type { PublicKeys, SigningKey } from '../../host/secrets/key-pairs.js';
import type { KeySet } from '../../host/secrets/secrets-folder.js';

/** The apps that send queries. */
export const callers = ['gateway', 'payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
export type Caller = (typeof callers)[number] & (QueriedService | 'gateway');

/** The issuer of a token: an app, or the bank's operator. */
export type TokenBearer = Caller | 'operator';

/** What a token permits: the queries of one service, or operations. */
export type TokenAudience = QueriedService | 'operations';

/** Whose tokens a key verifies. Only the bearer has the key that signs them, or shares it with the verifier. */
export interface BearerKey {
  readonly bearer: TokenBearer;
  readonly key: KeyObject;
}

/** The keys that verify tokens, by key id (`kid`). A bearer has two while its key is rotated. */
export type BearerKeys = ReadonlyMap<string, BearerKey>;

/** The keys of the apps whose queries a service answers. */
export function appBearerKeys(keys: Readonly<Partial<Record<Caller, PublicKeys>>>): BearerKeys {
  const entries = Object.entries(keys) as [Caller, PublicKeys][];
  return new Map(
    entries.flatMap(([bearer, own]) => [...own].map(([id, key]) => [id, { bearer, key }])),
  );
}

/** The operator's keys: a service verifies with the secret that the operator's command signs with. */
export function operatorBearerKeys({ keys }: KeySet): BearerKeys {
  return new Map(Object.entries(keys).map(([id, key]) => [id, { bearer: 'operator', key }]));
}

/** The key of a set that signs. @throws Error when the set does not have it */
export function currentKeyOf({ current, keys }: KeySet): SigningKey {
  const key = keys[current];
  if (key === undefined) throw new Error(`there is no key ${current}`);
  return { id: current, key };
}

/** EdDSA (RFC 8037) with a key pair, HMAC with a shared secret (RFC 7518). */
function algorithmOf(key: KeyObject): string {
  return key.type === 'secret' ? 'HS256' : 'EdDSA';
}

/** Lifetime of a token, and the permitted difference between two clocks. */
const tokenSeconds = { lifetime: 30, clockTolerance: 5 } as const;
/** A token is reused for so long: then it is valid for 25 more seconds, longer than any query. */
const reuseMs = 5000;

export interface CallerTokensOptions {
  readonly caller: TokenBearer;
  readonly key: SigningKey;
  readonly now?: () => Date;
}

interface KeptToken {
  readonly token: Promise<string>;
  readonly renewAtMs: number;
}

/** Signs the tokens of an app (JWT, RFC 7519), and keeps one per audience. */
export class CallerTokens {
  private readonly kept = new Map<TokenAudience, KeptToken>();

  constructor(private readonly options: CallerTokensOptions) {}

  /** A token for this audience that is valid for at least 20 seconds. */
  tokenFor(audience: TokenAudience): Promise<string> {
    const now = this.options.now?.() ?? new Date();
    const kept = this.kept.get(audience);
    if (kept !== undefined && now.getTime() < kept.renewAtMs) return kept.token;
    const token = this.sign(audience, now);
    this.kept.set(audience, { token, renewAtMs: now.getTime() + reuseMs });
    token.catch(() => this.kept.delete(audience));
    return token;
  }

  private async sign(audience: TokenAudience, now: Date): Promise<string> {
    const { caller, key } = this.options;
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: algorithmOf(key.key), kid: key.id })
      .setIssuer(caller)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds.lifetime)
      .sign(key.key);
  }
}

/** Why a token is not accepted. The reason is for our log; the caller gets 401 only. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

export interface TokenCheckOptions {
  /** A token for another audience is not accepted. */
  readonly audience: TokenAudience;
  readonly keys: BearerKeys;
  readonly now?: () => Date;
}

interface VerifiedToken {
  readonly caller: TokenBearer;
  readonly untilMs: number;
}

/** Finds the caller from the `Authorization` header of a request. */
export class TokenCheck {
  /** Callers reuse a token for some seconds, and verifying one costs more than a small query. */
  private readonly verified = new Map<string, VerifiedToken>();

  constructor(private readonly options: TokenCheckOptions) {}

  /** Throws TokenRefusedError. */
  async callerOf(authorization: string | undefined): Promise<TokenBearer> {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new TokenRefusedError('there is no bearer token');
    const now = this.options.now?.() ?? new Date();
    const known = this.verified.get(token);
    if (known !== undefined && now.getTime() < known.untilMs) return known.caller;
    const verified = await this.verify(token, now);
    if (this.verified.size >= verifiedMax) this.verified.clear();
    this.verified.set(token, verified);
    return verified.caller;
  }

  private async verify(token: string, now: Date): Promise<VerifiedToken> {
    try {
      const { bearer, key } = this.keyOf(token);
      const { payload } = await jwtVerify<{ exp: number }>(token, key, {
        algorithms: [algorithmOf(key)],
        // A key verifies the tokens of its bearer only.
        issuer: bearer,
        audience: this.options.audience,
        requiredClaims: ['exp'],
        maxTokenAge: tokenSeconds.lifetime,
        clockTolerance: tokenSeconds.clockTolerance,
        currentDate: now,
      });
      return { caller: bearer, untilMs: payload.exp * 1000 };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unreadable';
      throw new TokenRefusedError(`the token is refused: ${reason}`, { cause });
    }
  }

  private keyOf(token: string): BearerKey {
    const key = this.options.keys.get(decodeProtectedHeader(token).kid ?? '');
    if (key === undefined) throw new TokenRefusedError('the token names no key of ours');
    return key;
  }
}

/** More than all callers have at a time; the map cannot grow without bound. */
const verifiedMax = 100;
