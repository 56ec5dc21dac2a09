import { createHash, randomUUID } from 'node:crypto';
import { defined } from '@nordgate/decider';
import { SignJWT } from 'jose';
import type { SigningKey } from '../../host/secrets/key-pairs.js';

/** Signatures of the operator are Ed25519 (RFC 8037). */
export const operatorAlgorithm = 'EdDSA';
/** The `typ` of the token: it passes for no other token, and no other one for it (RFC 8725 section 3.11). */
export const operatorTokenType = 'operation+jwt';
export const operatorIssuer = 'operator';

/** The longest time from the issue of a token to its expiry. */
export const operatorTokenSeconds = 60;

/** What the operator asks of a service. */
export interface OperatorCall {
  readonly service: string;
  readonly method: string;
  /** The request target: the path with its query. */
  readonly path: string;
  readonly body: string;
  /** The proof of the person that the request is sent with. */
  readonly person?: string | undefined;
  /** The name that the person claims to have. */
  readonly as?: string | undefined;
}

export const audienceOf = (service: string) => `operations/${service}`;

export const bodyHashOf = (body: string | Buffer) =>
  createHash('sha256').update(body).digest('base64url');

/**
 * Signs the tokens of the operator's command (JWT, RFC 7519): each is for one request to one service.
 * `htm` is that of RFC 9449. Its `htu` has no query, and a host that a service behind a proxy does not
 * know, so `path` takes its place.
 */
export class OperatorTokens {
  constructor(
    private readonly key: SigningKey,
    private readonly now: () => Date = () => new Date(),
  ) {}

  tokenFor({ service, method, path, body, person, as }: OperatorCall): Promise<string> {
    const { id, key } = this.key;
    const issuedAt = Math.floor(this.now().getTime() / 1000);
    const proof = person === undefined ? undefined : bodyHashOf(person);
    const claims = {
      htm: method,
      path,
      bodyHash: bodyHashOf(body),
      ...defined({ person: proof, as }),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: operatorAlgorithm, kid: id, typ: operatorTokenType })
      .setIssuer(operatorIssuer)
      .setAudience(audienceOf(service))
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + operatorTokenSeconds)
      .sign(key);
  }
}
