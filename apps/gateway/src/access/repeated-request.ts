import { hash } from 'node:crypto';
import type { CommandResult } from '@nordgate/messaging';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import type { CreatedStream, Edge } from './edge.service.js';

/** The parts of a request that a repeat under the same X-Request-ID must not change. */
export interface FingerprintedRequest {
  /** The bytes of the body as received. */
  readonly body: Buffer;
  readonly psuId?: string;
  readonly corporateId?: string;
  readonly redirectUri?: string;
  readonly nokRedirectUri?: string;
  readonly context?: string;
}

/** The fingerprint of a request: SHA-256 over its parts, each with its length, in base64url. */
export function fingerprintOf(request: FingerprintedRequest): string {
  const { body, psuId, corporateId, redirectUri, nokRedirectUri, context } = request;
  const others = [psuId, corporateId, redirectUri, context]
    .map((part) => (part === undefined ? '-' : `${String(part.length)}:${part}`))
    .join('');
  // Requests without it keep the fingerprint that stored resources have.
  const nok =
    nokRedirectUri === undefined ? '' : `nok${String(nokRedirectUri.length)}:${nokRedirectUri}`;
  const parts = [Buffer.from(`${String(body.length)}:`), body, Buffer.from(others + nok)];
  return hash('sha256', Buffer.concat(parts), 'base64url');
}

/** Characters of a fingerprint in the id of its command: 132 bits. The data of the command has all of it. */
const idLength = 22;

/** The id of the command that creates a resource: a repeat of the request has the same, and another request another one. */
export function creatingCommandId(stream: string, fingerprint: string): string {
  return `${stream}/${fingerprint.slice(0, idLength)}`;
}

/**
 * The receipt of a command that creates a resource; undefined while the command is not decided.
 * Throws RequestError, CONFLICT, when the X-Request-ID belongs to another request: either the stream
 * refused the command, or the view has another fingerprint.
 */
export function receiptOf<Receipt extends { readonly fingerprint: string }>(
  result: CommandResult<Receipt>,
  fingerprint: string,
): Receipt | undefined {
  if (result.is === 'accepted') return undefined;
  const isReused = result.is === 'refused' || result.receipt.fingerprint !== fingerprint;
  if (isReused) throw new RequestError([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
  return result.receipt;
}

/** A resource that a request makes, and how its view is read. */
export interface Makeable<View> {
  readonly edge: Edge;
  readonly caller: Caller;
  readonly created: CreatedStream;
  readonly readView: () => Promise<View | undefined>;
}

/**
 * What the first request under the X-Request-ID made, for a request that is refused now: by the state of other resources, by the
 * day, or by the bank's profile. The first command may still be on its way, so nobody is refused before all commands to the
 * stream are decided (ADR 89). Throws the refusal where nothing was made, the errors of {@link Edge.ensureDecided}, and those
 * of `readView`.
 */
export async function madeBefore<View>(
  refusal: unknown,
  { edge, caller, created, readView }: Makeable<View>,
): Promise<View> {
  const known = await readView();
  if (known !== undefined) return known;
  if (!(refusal instanceof RequestError) || refusal.status >= 500) throw refusal;
  await edge.ensureDecided(created, caller);
  const late = await readView();
  if (late === undefined) throw refusal;
  return late;
}
