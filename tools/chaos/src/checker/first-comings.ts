import type { PublishedFact } from './evidence/evidence.js';

/**
 * Each event of a topic once, where it came first: what a consumer that dedupes by (stream, version)
 * takes in. Topics may repeat, never reorder.
 */
export function firstComings(published: readonly PublishedFact[]): PublishedFact[] {
  const seen = new Set<string>();
  return published.filter(({ stream, version }) => {
    const place = `${stream}@${String(version)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

/** Facts by the stream that they are of. */
export function byStream<T extends { readonly stream: string }>(
  facts: Iterable<T>,
): Map<string, T[]> {
  return Map.groupBy(facts, ({ stream }) => stream);
}
