import type { BasketEvent, PaymentEvent } from '@nordgate/contracts/events';
import type { SinglePaymentInitiation } from '@nordgate/contracts/http';
import type { StoredFact } from './evidence/evidence.js';

/**
 * A text that occurs in the stored event of one request only, so that the checker finds this event
 * without trusting any id. A payment carries it in endToEndIdentification, a basket in its redirect URI.
 */
export function markerOf(request: string): string {
  return request.replaceAll('-', '');
}

const redirectPage = 'https://tpp.example/back';

/** A TPP-Redirect-URI with the marker of its request. */
export function markedRedirectUri(request: string): string {
  return `${redirectPage}?marker=${markerOf(request)}`;
}

/** The marker in a redirect URI. Undefined when it has none. */
function markerInRedirectUri(uri: string): string | undefined {
  return URL.canParse(uri) ? (new URL(uri).searchParams.get('marker') ?? undefined) : undefined;
}

type DataOf<Event, Type> =
  Extract<Event, { type: Type }> extends { data: infer Data } ? Data : never;

/** The data of PaymentInitiated. The load makes single payments only. */
export type Initiated = DataOf<PaymentEvent, 'PaymentInitiated'> & {
  readonly instruction: SinglePaymentInitiation;
};
export type BasketMade = DataOf<BasketEvent, 'BasketCreated'>;

/** The event that a request made, with the marker of that request. */
export interface Marked<Data> extends StoredFact {
  readonly marker: string;
  readonly data: Data;
}

/** The payments of marked requests. */
export function initiatedIn(facts: Iterable<StoredFact>): Marked<Initiated>[] {
  return markedIn<Initiated>(
    facts,
    'PaymentInitiated',
    ({ instruction }) => instruction.endToEndIdentification,
  );
}

/** The baskets of marked requests. */
export function basketsIn(facts: Iterable<StoredFact>): Marked<BasketMade>[] {
  return markedIn<BasketMade>(facts, 'BasketCreated', ({ initiator }) =>
    markerInRedirectUri(initiator.redirectUri),
  );
}

function markedIn<Data>(
  facts: Iterable<StoredFact>,
  type: string,
  markerIn: (data: Data) => string | undefined,
): Marked<Data>[] {
  const marked: Marked<Data>[] = [];
  for (const fact of facts) {
    if (fact.type !== type) continue;
    const data = fact.data as Data;
    const marker = markerIn(data);
    if (marker !== undefined) marked.push({ ...fact, data, marker });
  }
  return marked;
}

const streamIdBytes = 16;
const macBytes = 8;

/**
 * The stream behind a public id: key letter, kind letter, then 16 bytes of stream id, 4 bytes of the
 * sandbox's generation unless it is 0 (ADR 27), then 8 bytes of MAC. A copy of the gateway's rule, as
 * the gateway is under test.
 */
export function streamOf(publicId: string): string {
  const kind = publicId.charAt(1) === 'b' ? 'basket' : 'payment';
  const bytes = Buffer.from(publicId.slice(2), 'base64url');
  const stream = `${kind}-${bytes.subarray(0, streamIdBytes).toString('hex')}`;
  const hasGeneration = bytes.length > streamIdBytes + macBytes;
  return hasGeneration ? `${stream}.${String(bytes.readUInt32BE(streamIdBytes))}` : stream;
}
