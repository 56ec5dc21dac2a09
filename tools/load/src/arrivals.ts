/** What one request of the load is. */
export type RequestKind = 'pay' | 'status' | 'page' | 'basket' | 'approve';

/** One request, and when it is due. */
export interface Arrival {
  /** Milliseconds after the start. */
  readonly dueMs: number;
  readonly kind: RequestKind;
}

/** Twenty requests: nine payments, six statuses, four approval pages, one basket. */
const mix: readonly RequestKind[] = [
  ...(['pay', 'status', 'pay', 'page', 'pay', 'status', 'pay', 'status', 'pay', 'page'] as const),
  ...([
    'pay',
    'status',
    'pay',
    'basket',
    'status',
    'pay',
    'page',
    'pay',
    'status',
    'page',
  ] as const),
];

/** The last page is not only opened: the PSU approves. */
const soakMix: readonly RequestKind[] = [...mix.slice(0, -1), 'approve'];

/**
 * Requests at a constant rate, whatever the bank answers: a load that waits for answers would be gentle
 * just when the bank is slow.
 *
 * @param rate requests per second
 * @param isSoak whether one payment of twenty requests is approved
 */
export function* arrivals(rate: number, seconds: number, isSoak = false): Generator<Arrival> {
  const count = rate * seconds;
  const kinds = isSoak ? soakMix : mix;
  for (let at = 0; at < count; at += 1) {
    yield { dueMs: (at * 1000) / rate, kind: kinds[at % kinds.length] ?? 'status' };
  }
}
