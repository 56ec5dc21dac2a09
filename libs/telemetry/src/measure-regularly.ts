import { setTimeout as delay } from 'node:timers/promises';

/** Values that are measured in the background, for gauges. */
export interface Measurement {
  /** Measures and records. Rejects when it cannot. */
  readonly measure: () => Promise<void>;
  /** Called when the values are not known: after a failure, during a measurement that hangs, and at the end. */
  readonly forget: () => void;
  /** Between two measurements; the first pause may be shorter. Default 15 s. */
  readonly everyMs?: number;
  /** A measurement that takes longer hangs. Default 5 s. */
  readonly limitMs?: number;
}

/**
 * Measures now and then regularly, one measurement at a time, until it is stopped. Nothing waits for it and it
 * never throws: what cannot be measured is forgotten (docs/adr/0043-observability.md).
 */
export function measureRegularly({
  measure,
  forget,
  everyMs = 15_000,
  limitMs = 5_000,
}: Measurement): { stop(): void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const measureOnce = async () => {
    const hanging = setTimeout(forget, limitMs).unref();
    try {
      await measure();
      // A value that arrives after the end would stay.
      if (signal.aborted) forget();
    } catch {
      forget();
    } finally {
      clearTimeout(hanging);
    }
  };
  const repeat = async () => {
    while (!signal.aborted) {
      await measureOnce();
      await delay(untilNextMs(everyMs), undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void repeat();
  return {
    stop() {
      stopping.abort();
      forget();
    },
  };
}

/** All that are measured as often are measured at the same moments: what they ask of a database can share a statement. */
function untilNextMs(everyMs: number): number {
  // A timer may fire up to a millisecond early, which must not be a second time for the same moment.
  return Math.ceil(everyMs - (performance.now() % everyMs)) + 1;
}
