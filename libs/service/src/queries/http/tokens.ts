import type { KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { QueriedService } from '@nordgate/contracts/queries';
import type { PublicKeys, SigningKey } from '../../host/secrets/key-pairs.js';

/** The apps that send queries. */
export const callers = ['gateway', 'payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
export type Caller = (typeof callers)[number] & (QueriedService | 'gateway');

/** Whose tokens a key verifies. Only the bearer has the key that signs them. */
export interface BearerKey {
  readonly bearer: Caller;
  readonly key: KeyObject;
}

/**
 * The keys that verify tokens, by key id (`kid`). A bearer has two while its key is rotated. The keys of
 * mounted files change while a process runs, so nobody keeps the result of `get`.
 */
export type BearerKeys = Pick<ReadonlyMap<string, BearerKey>, 'get'>;

/** The keys of the apps whose queries a service answers. */
export function appBearerKeys(keys: Readonly<Partial<Record<Caller, PublicKeys>>>): BearerKeys {
  const entries = Object.entries(keys) as [Caller, PublicKeys][];
  return {
    get(id) {
      for (const [bearer, own] of entries) {
        const key = own.get(id);
        if (key !== undefined) return { bearer, key };
      }
      return undefined;
    },
  };
}

/** Signatures of the apps are Ed25519 (RFC 8037). */
const algorithm = 'EdDSA';

/** Lifetime of a token, and the permitted difference between two clocks. */
const tokenSeconds = { lifetime: 30, clockTolerance: 5 } as const;
/** A token is reused for so long: then it is valid for 25 more seconds, longer than any query. */
const reuseMs = 5000;

export interface CallerTokensOptions {
  readonly caller: Caller;
  /** Read for each new token, because a mounted key changes. */
  readonly key: SigningKey;
  readonly now?: () => Date;
}

interface KeptToken {
  readonly token: Promise<string>;
  readonly issuedAtMs: number;
}

/** Signs the tokens of an app (JWT, RFC 7519), and keeps one per audience. */
export class CallerTokens {
  private readonly kept = new Map<QueriedService, KeptToken>();

  constructor(private readonly options: CallerTokensOptions) {}

  /** A token for this audience that is valid for at least 20 seconds. */
  tokenFor(audience: QueriedService): Promise<string> {
    const now = this.options.now?.() ?? new Date();
    const kept = this.kept.get(audience);
    if (kept !== undefined && isReused(now.getTime() - kept.issuedAtMs)) return kept.token;
    const token = this.sign(audience, now);
    this.kept.set(audience, { token, issuedAtMs: now.getTime() });
    token.catch(() => this.kept.delete(audience));
    return token;
  }

  private async sign(audience: QueriedService, now: Date): Promise<string> {
    const { caller } = this.options;
    const { id, key } = this.options.key;
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: algorithm, kid: id })
      .setIssuer(caller)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds.lifetime)
      .sign(key);
  }
}

/** A clock that was ahead and is right again made a token of the future, which nobody accepts. */
const isReused = (ageMs: number) => ageMs >= 0 && ageMs < reuseMs;

/** Why a token is not accepted. The reason is for our log; the caller gets 401 only. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

export interface TokenCheckOptions {
  /** A token for another audience is not accepted. */
  readonly audience: QueriedService;
  readonly keys: BearerKeys;
  readonly now?: () => Date;
}

interface VerifiedToken {
  readonly caller: Caller;
  readonly keyId: string;
  readonly key: KeyObject;
  readonly untilMs: number;
}

/** Finds the caller from the `Authorization` header of a request. */
export class TokenCheck {
  /** Callers reuse a token for some seconds, and verifying one costs more than a small query. */
  private readonly verified = new Map<string, VerifiedToken>();

  constructor(private readonly options: TokenCheckOptions) {}

  /** Throws TokenRefusedError. */
  async callerOf(authorization: string | undefined): Promise<Caller> {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new TokenRefusedError('there is no bearer token');
    const now = this.options.now?.() ?? new Date();
    const known = this.verified.get(token);
    if (known !== undefined && this.isInForce(known, now)) return known.caller;
    const verified = await this.verify(token, now);
    if (this.verified.size >= verifiedMax) this.verified.clear();
    this.verified.set(token, verified);
    return verified.caller;
  }

  /** A token is not valid any more when its key was withdrawn. */
  private isInForce({ keyId, key, untilMs }: VerifiedToken, now: Date): boolean {
    return now.getTime() < untilMs && this.options.keys.get(keyId)?.key === key;
  }

  private async verify(token: string, now: Date): Promise<VerifiedToken> {
    try {
      const { kid: keyId = '' } = decodeProtectedHeader(token);
      const { bearer, key } = this.keyOf(keyId);
      const { payload } = await jwtVerify<{ exp: number }>(token, key, {
        algorithms: [algorithm],
        // A key verifies the tokens of its bearer only.
        issuer: bearer,
        audience: this.options.audience,
        requiredClaims: ['exp'],
        maxTokenAge: tokenSeconds.lifetime,
        clockTolerance: tokenSeconds.clockTolerance,
        currentDate: now,
      });
      return { caller: bearer, keyId, key, untilMs: payload.exp * 1000 };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unreadable';
      throw new TokenRefusedError(`the token is refused: ${reason}`, { cause });
    }
  }

  private keyOf(keyId: string): BearerKey {
    const key = this.options.keys.get(keyId);
    if (key === undefined) throw new TokenRefusedError('the token names no key of ours');
    return key;
  }
}

/** More than all callers have at a time; the map cannot grow without bound. */
const verifiedMax = 100;
