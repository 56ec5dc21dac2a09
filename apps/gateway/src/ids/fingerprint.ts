import { hash } from 'node:crypto';

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
  const others = [psuId, corporateId, redirectUri, context]
    .map((part) => (part === undefined ? '-' : `${String(part.length)}:${part}`))
    .join('');
  const parts = [Buffer.from(`${String(body.length)}:`), body, Buffer.from(others)];
  return hash('sha256', Buffer.concat(parts), 'base64url');
}
