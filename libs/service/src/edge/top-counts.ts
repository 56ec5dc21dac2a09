import { attributeNames } from '@nordgate/telemetry';
import type { MeasuredGauge } from '@nordgate/telemetry';
import { Poll } from '../host/trust/poll.js';

const everyMs = 10_000;
const places = 3;
/** Senders beyond this number are not counted. */
const keysMax = 1000;

/** How often each sender came since the last look. */
export class TopCounts {
  private readonly counts = new Map<string, number>();

  add(key: string): void {
    const known = this.counts.get(key);
    if (known === undefined && this.counts.size >= keysMax) return;
    this.counts.set(key, (known ?? 0) + 1);
  }

  /** The counts of the busiest senders since the last call, the most first, and without their names. */
  take(placesMax: number): readonly number[] {
    const counts = [...this.counts.values()].sort((one, other) => other - one);
    this.counts.clear();
    return counts.slice(0, placesMax);
  }
}

/**
 * Once started, measures how often the busiest senders come to this instance a second, by their place and without
 * names: the access log names them.
 */
export function topCountsPoll(counts: TopCounts, gauge: MeasuredGauge): Poll {
  return new Poll(() => {
    showTopCounts(counts.take(places), gauge);
    return Promise.resolve();
  }, everyMs);
}

/** Shows the counts of the last interval as rates. A place that nobody has is left out of the scrape. */
export function showTopCounts(counts: readonly number[], gauge: MeasuredGauge): void {
  for (let place = 1; place <= places; place += 1) {
    const labels = { [attributeNames.place]: String(place) };
    const count = counts[place - 1];
    if (count === undefined) gauge.forget(labels);
    else gauge.record(count / (everyMs / 1000), labels);
  }
}
