import { setTimeout as delay } from 'node:timers/promises';
import type { CheckState, Health, Outage } from './health.js';
import { outageSummary } from './quiet-lines.js';
import type { Log } from './log.js';
import { instrumentsOf } from './metrics.js';
import { attributeNames } from './names.js';

/** Between two measurements, in milliseconds, of what says nothing else. */
export const measuredEveryMs = 15_000;

/** Values that are measured in the background, for gauges. */
export interface Measurement {
  /** Measures and records. Rejects when it cannot. */
  readonly measure: () => Promise<void>;
  /** Called when the values are not known: after a failure, during a measurement that hangs, and at the end. */
  readonly forget: () => void;
  /** Between two measurements; the first pause may be shorter. Default `measuredEveryMs`. */
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
  everyMs = measuredEveryMs,
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

/** What is measured. */
interface MeasuredHealth {
  readonly health: Health;
  readonly log: Log;
  /** Between two measurements. Default 10 s. */
  readonly everyMs?: number;
}

/**
 * Measures every check of the process until it is stopped: 1 while it is up, 0 while it is down. While another system does
 * not answer, the log has one line about it for each measurement, with the number of lines that it replaces.
 */
export function measureHealth({ health, log, ...often }: MeasuredHealth): { stop(): void } {
  const known = new Set<string>();
  const down = new Set<string>();
  const labelsOf = (check: string) => ({ [attributeNames.check]: check });
  const forget = (name: string) => {
    instrumentsOf().checkUp.forget(labelsOf(name));
    known.delete(name);
    down.delete(name);
  };
  const tell = (name: string, { error, isUp }: CheckState, { peer, words }: Outage) => {
    if (isUp && !down.delete(name)) return;
    if (isUp) return log.info(outageSummary(peer), `over: ${words}`);
    down.add(name);
    log.error({ ...outageSummary(peer), err: error }, words);
  };
  return measureRegularly({
    ...often,
    measure: async () => {
      const states = await health.all();
      for (const name of known) if (!states.has(name)) forget(name);
      for (const [name, state] of states) {
        const { isUp, outage } = state;
        known.add(name);
        instrumentsOf().checkUp.record(isUp ? 1 : 0, labelsOf(name));
        if (outage !== undefined) tell(name, state, outage);
      }
    },
    forget: () => {
      for (const name of known) instrumentsOf().checkUp.forget(labelsOf(name));
    },
  });
}
