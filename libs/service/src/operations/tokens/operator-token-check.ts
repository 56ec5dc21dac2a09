import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { PublicKeys } from '../../host/secrets/key-pairs.js';
import { TokenRefusedError } from '../../queries/http/tokens.js';
import {
  audienceOf,
  bodyHashOf,
  operatorAlgorithm,
  operatorIssuer,
  operatorTokenSeconds,
  operatorTokenType,
} from './operator-tokens.js';
import { ServiceUnavailableError } from '../../queries/query-client.js';

interface OperatorTokenCheckOptions {
  /** The services whose operations this process carries out. */
  readonly services: readonly string[];
  /** The public keys of the operator: two while the pair is rotated. */
  readonly keys: PublicKeys;
  readonly now?: () => Date;
}

/** The head of a request, which is checked before its body is read. */
interface OperationHead {
  readonly authorization: string | undefined;
  readonly method: string;
  /** The request target: the path with its query. */
  readonly path: string;
  /** The proof of the person, if the request has one. */
  readonly person?: string | undefined;
}

/** What a token permits. */
export interface PermittedOperation {
  readonly service: string;
  readonly bodyHash: string;
  readonly id: string;
  readonly untilMs: number;
  /** The proof of the person that the token covers. It is not verified yet. */
  readonly person: string | undefined;
  /** The name that the request claims. */
  readonly as: string | undefined;
}

/** The claims beside those that jose checks. */
interface OperationClaims extends JWTPayload {
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly htm: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly person?: string;
  readonly as?: string;
}

/**
 * Checks the operator's tokens with public keys, which cannot sign one. A token permits one request: the
 * method, path and body that it names, at one service, once. A process remembers the tokens that it has
 * seen, not those of other instances (ADR 47).
 */
export class OperatorTokenCheck {
  private readonly spent = new SpentTokens();

  constructor(private readonly options: OperatorTokenCheckOptions) {}

  /** Checks everything but the body. Throws TokenRefusedError. */
  async permitted({
    authorization,
    method,
    path,
    person,
  }: OperationHead): Promise<PermittedOperation> {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new TokenRefusedError('there is no bearer token');
    const claims = await this.verify(token);
    if (claims.htm !== method) throw refusal('is for another method');
    if (claims.path !== path) throw refusal('is for another path');
    // The token covers the proof, so nobody can exchange the person on the way.
    const covered = person === undefined ? undefined : bodyHashOf(person);
    if (claims.person !== covered) throw refusal('is for another person');
    if (this.spent.has(claims.jti)) throw refusal('was used before');
    const service = this.options.services.find((one) => audienceOf(one) === claims.aud);
    if (service === undefined) throw refusal('is for another service');
    const { bodyHash, jti: id, as } = claims;
    return { service, bodyHash, id, untilMs: claims.exp * 1000, person, as };
  }

  /**
   * Checks the body and uses the token up. Both happen without a pause between, so of two equal requests
   * one is carried out.
   *
   * @throws TokenRefusedError, or ServiceUnavailableError when too many tokens were used within a minute
   */
  spend({ bodyHash, id, untilMs }: PermittedOperation, body: Buffer): void {
    if (bodyHashOf(body) !== bodyHash) throw refusal('is for another body');
    const nowMs = this.now().getTime();
    // Its id is forgotten from then on.
    if (nowMs >= untilMs) throw refusal('expired while the body arrived');
    if (!this.spent.add(id, untilMs, nowMs)) throw refusal('was used before');
  }

  private async verify(token: string): Promise<OperationClaims> {
    const now = this.now();
    try {
      const { kid = '' } = decodeProtectedHeader(token);
      const key = this.options.keys.get(kid);
      if (key === undefined) throw refusal('names no key of the operator');
      const { payload } = await jwtVerify(token, key, {
        algorithms: [operatorAlgorithm],
        typ: operatorTokenType,
        issuer: operatorIssuer,
        requiredClaims: ['iat', 'exp'],
        currentDate: now,
      });
      return claimsIn(payload, now);
    } catch (cause) {
      if (cause instanceof TokenRefusedError) throw cause;
      throw new TokenRefusedError('the token of the operator is refused', { cause });
    }
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }
}

/** The claims of a verified token. Throws TokenRefusedError. */
function claimsIn(payload: JWTPayload, now: Date): OperationClaims {
  const missing = texts.find((name) => typeof payload[name] !== 'string' || payload[name] === '');
  if (missing !== undefined) throw refusal(`has no text as its claim ${missing}`);
  const claims = payload as OperationClaims;
  const { as: name, person } = payload;
  if (person !== undefined && typeof person !== 'string') throw refusal('has no text as person');
  if (name !== undefined && (typeof name !== 'string' || !nameForm.test(name))) {
    throw refusal('has a name that is none');
  }
  const { length } = claims.jti;
  if (length < idLength.min || length > idLength.max) throw refusal('has a short or a long id');
  const seconds = Math.floor(now.getTime() / 1000);
  if (claims.iat > seconds + skewSeconds) throw refusal('was issued in the future');
  const lifetime = claims.exp - claims.iat;
  if (lifetime < 0 || lifetime > operatorTokenSeconds) throw refusal('has another lifetime');
  return claims;
}

/** One audience, not a list: a token is for one service. */
const texts = ['aud', 'jti', 'htm', 'path', 'bodyHash'] as const;

/** A random id has 128 bits, which are 22 characters of base64url. The upper bound limits what is remembered. */
const idLength = { min: 16, max: 64 } as const;

/** A name of one line. */
const nameForm = /^[^\p{C}]{1,200}$/u;

/** The permitted lead of the operator's clock. */
const skewSeconds = 30;

const refusal = (what: string) => new TokenRefusedError(`the token of the operator ${what}`);

/** The ids that a process keeps at most. A retry of parked messages needs the most: one per message. */
export const spentMax = 50_000;

/** The ids of the operator's tokens that were used, each kept until its token expires. */
export class SpentTokens {
  private readonly untilMs = new Map<string, number>();

  get size(): number {
    return this.untilMs.size;
  }

  has(id: string): boolean {
    return this.untilMs.has(id);
  }

  /**
   * Keeps an id. When it is full it refuses a new one, as a forgotten id would let its token in again.
   *
   * @returns whether the id is new
   * @throws ServiceUnavailableError when it is full
   */
  add(id: string, untilMs: number, nowMs: number): boolean {
    if (this.untilMs.has(id)) return false;
    if (this.untilMs.size >= spentMax) this.forgetExpired(nowMs);
    if (this.untilMs.size >= spentMax) {
      throw new ServiceUnavailableError(`${String(spentMax)} operations are the most for a minute`);
    }
    this.untilMs.set(id, untilMs);
    return true;
  }

  private forgetExpired(nowMs: number): void {
    for (const [id, untilMs] of this.untilMs) {
      if (untilMs <= nowMs) this.untilMs.delete(id);
    }
  }
}
