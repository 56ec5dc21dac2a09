import type { KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { QueriedService } from '@nordgate/contracts/queries';

/** The apps that send queries. */
export const callers = ['gateway', 'payments', 'baskets', 'sca', 'accounts'] as const;
export type Caller = (typeof callers)[number] & (QueriedService | 'gateway');

/** The issuer of a token: an app, or the bank's operator. */
export type TokenBearer = Caller | 'operator';

/** What a token permits: the queries of one service, or operations. */
export type TokenAudience = QueriedService | 'operations';

/**
 * The keys of internal tokens by key id (`kid`). The current one signs, all of them verify. To rotate
 * a key: add the new one in every process, make it the current one, then remove the old one.
 */
export interface TokenKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

/** Lifetime of a token, and the permitted difference between two clocks. */
const tokenSeconds = { lifetime: 30, clockTolerance: 5 } as const;
/** A token is reused for so long: then it is valid for 25 more seconds, longer than any query. */
const reuseMs = 5000;

export interface CallerTokensOptions {
  readonly caller: TokenBearer;
  readonly keys: TokenKeys;
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
    const { caller, keys } = this.options;
    const key = keys.keys[keys.current];
    if (key === undefined) throw new Error(`there is no token key ${keys.current}`);
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'HS256', kid: keys.current })
      .setIssuer(caller)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds.lifetime)
      .sign(key);
  }
}

/** Why a token is not accepted. The reason is for our log; the caller gets 401 only. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

export interface TokenCheckOptions {
  /** A token for another audience is not accepted. */
  readonly audience: TokenAudience;
  /** The accepted issuers. Default: every app. */
  readonly callers?: readonly TokenBearer[];
  readonly keys: TokenKeys;
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
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor(private readonly options: TokenCheckOptions) {
    this.keys = new Map(Object.entries(options.keys.keys));
  }

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
      const { payload } = await jwtVerify<{ iss: TokenBearer; exp: number }>(
        token,
        ({ kid }) => this.keyOf(kid),
        {
          algorithms: ['HS256'],
          issuer: [...(this.options.callers ?? callers)],
          audience: this.options.audience,
          requiredClaims: ['exp'],
          maxTokenAge: tokenSeconds.lifetime,
          clockTolerance: tokenSeconds.clockTolerance,
          currentDate: now,
        },
      );
      return { caller: payload.iss, untilMs: payload.exp * 1000 };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unreadable';
      throw new TokenRefusedError(`the token is refused: ${reason}`, { cause });
    }
  }

  private keyOf(kid: string | undefined): KeyObject {
    const key = this.keys.get(kid ?? '');
    if (key === undefined) throw new TokenRefusedError('the token names no key of ours');
    return key;
  }
}

/** More than all callers have at a time; the map cannot grow without bound. */
const verifiedMax = 100;
