import type { BasketEvent, PaymentEvent } from '@nordgate/contracts/events';
import type { SinglePaymentInitiation } from '@nordgate/contracts/http';
import { markerInRedirectUri } from '../history/marker.js';
import type { StoredFact } from './evidence/evidence.js';

type DataOf<Event, Type> =
  Extract<Event, { type: Type }> extends { data: infer Data } ? Data : never;

/** The load makes single payments only. */
export type Initiated = DataOf<PaymentEvent, 'PaymentInitiated'> & {
  readonly instruction: SinglePaymentInitiation;
};
export type BasketMade = DataOf<BasketEvent, 'BasketCreated'>;

/** The event that a request made, with the marker of that request. */
export interface Marked<Data> extends StoredFact {
  readonly marker: string;
  readonly data: Data;
}

/** The payments in these events that came from a marked request. */
export function initiatedIn(facts: Iterable<StoredFact>): Marked<Initiated>[] {
  return markedIn<Initiated>(
    facts,
    'PaymentInitiated',
    ({ instruction }) => instruction.endToEndIdentification,
  );
}

/** The baskets in these events that came from a marked request. */
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
