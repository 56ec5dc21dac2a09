import type { KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { TokenAudience, TokenBearer, TokenKeys } from './token-keys.js';
import { callers, tokenSeconds } from './token-keys.js';

/** Why a token is refused: for our own log, the caller is not told. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

export interface TokenCheckOptions {
  /** What is asked here: a token for anything else is worth nothing. */
  readonly audience: TokenAudience;
  /** Who may ask; every app by default. */
  readonly callers?: readonly TokenBearer[];
  readonly keys: TokenKeys;
  readonly now?: () => Date;
}

interface Known {
  readonly caller: TokenBearer;
  readonly untilMs: number;
}

/** Tells who asks from the `Authorization` header of a query. */
export class TokenCheck {
  /** Callers show a token for some seconds: verifying it costs more than a small query. */
  private readonly known = new Map<string, Known>();
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor(private readonly options: TokenCheckOptions) {
    this.keys = new Map(Object.entries(options.keys.keys));
  }

  /** Throws TokenRefused. */
  async callerOf(authorization: string | undefined): Promise<TokenBearer> {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new TokenRefused('there is no bearer token');
    const now = this.options.now?.() ?? new Date();
    const known = this.known.get(token);
    if (known !== undefined && now.getTime() < known.untilMs) return known.caller;
    const verified = await this.verify(token, now);
    if (this.known.size >= knownMax) this.known.clear();
    this.known.set(token, verified);
    return verified.caller;
  }

  private async verify(token: string, now: Date): Promise<Known> {
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
      throw new TokenRefused(`the token is refused: ${reason}`, { cause });
    }
  }

  private keyOf(kid: string | undefined): KeyObject {
    const key = this.keys.get(kid ?? '');
    if (key === undefined) throw new TokenRefused('the token names no key of ours');
    return key;
  }
}

const knownMax = 100;
