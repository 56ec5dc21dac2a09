import { paymentEventTypes, paymentStatusAfter } from '@nordgate/contracts/rules';
import type { PaymentEvent } from '@nordgate/contracts/events';
import type { PublishedFact, StoredFact } from './evidence/evidence.js';

/**
 * Each event of a topic once, at its first place: the events that a consumer applies when it drops
 * repeats by (stream, version). A topic may repeat an event but never reorder a stream.
 */
export function withoutRepeats(published: readonly PublishedFact[]): PublishedFact[] {
  const seen = new Set<string>();
  return published.filter(({ stream, version }) => {
    const place = `${stream}@${String(version)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

/** Facts grouped by their stream. */
export function byStream<T extends { readonly stream: string }>(
  facts: Iterable<T>,
): Map<string, T[]> {
  return Map.groupBy(facts, ({ stream }) => stream);
}

/** The topic of payments has events of other streams, too. */
function isOfPayment({ type }: StoredFact): boolean {
  return paymentEventTypes.some((one) => one === type);
}

/** The transactionStatus after the last event of each payment, by stream. */
export function foldedStatuses(events: readonly StoredFact[]): Map<string, string> {
  return new Map(
    [...byStream(events.filter(isOfPayment))].map(([stream, facts]) => {
      const last = facts.reduce((a, b) => (b.version > a.version ? b : a));
      return [stream, paymentStatusAfter({ type: last.type, data: last.data } as PaymentEvent)];
    }),
  );
}
