import { createHash } from 'node:crypto';

/** What makes two requests under one X-Request-ID the same request. */
export interface FingerprintedRequest {
  /** The octets of the body as received. */
  readonly body: Buffer;
  readonly psuId?: string;
  readonly corporateId?: string;
  readonly redirectUri?: string;
  readonly context?: string;
}

/** SHA-256 over the parts, each with its length, base64url. */
export function fingerprintOf(request: FingerprintedRequest): string {
  const { body, psuId, corporateId, redirectUri, context } = request;
  const hash = createHash('sha256')
    .update(`${String(body.length)}:`)
    .update(body);
  for (const part of [psuId, corporateId, redirectUri, context]) {
    hash.update(part === undefined ? '-' : `${String(part.length)}:${part}`);
  }
  return hash.digest('base64url');
}
