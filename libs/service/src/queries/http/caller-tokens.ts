import { SignJWT } from 'jose';
import type { TokenAudience, TokenBearer, TokenKeys } from './token-keys.js';
import { tokenSeconds } from './token-keys.js';

export interface CallerTokensOptions {
  readonly caller: TokenBearer;
  readonly keys: TokenKeys;
  readonly now?: () => Date;
}

interface Kept {
  readonly token: Promise<string>;
  readonly renewAtMs: number;
}

/** The tokens that an app shows to the services it asks (RFC 7519), one per service at a time. */
export class CallerTokens {
  private readonly kept = new Map<TokenAudience, Kept>();

  constructor(private readonly options: CallerTokensOptions) {}

  /** A token for this service, good for some twenty seconds at least. */
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

const reuseMs = 5000;
