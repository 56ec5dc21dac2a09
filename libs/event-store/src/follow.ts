import { setTimeout as sleep } from 'node:timers/promises';
import { StaleReaderError } from './checkpoint.js';
import type { Reader } from './snapshot-delta-reader.js';
import type { StoredEvent } from './stored-event.js';

/** How a reader is followed. */
export interface FollowOptions {
  /** Ends the loop; the page in work is finished first. */
  readonly signal: AbortSignal;
  /** Events per page. Default 500. */
  readonly limit?: number;
  /** Pause after the first empty page; doubles up to `idleMs`. Default 5. */
  readonly busyMs?: number;
  /**
   * Pause after a page that came in a busy time but was not full, so that the next one holds more:
   * each page costs a load and a write. Never for a page of a few events. Default 0.
   */
  readonly lingerMs?: number;
  /** Pause after every page that was not full: readers that cost much per page. Default 0. */
  readonly restMs?: number;
  /** Longest pause while nothing happens. Default 50. */
  readonly idleMs?: number;
  /** Longest pause between attempts while something is broken. Default 5000. */
  readonly backoffMs?: number;
  /** Told of every failed attempt, with the pause that follows. */
  readonly onError?: (error: unknown, pauseMs: number) => void;
}

const firstBackoffMs = 50;

/**
 * Hands all events to the handler, page by page, until the signal aborts. The checkpoint moves when
 * the handler has resolved; a page that fails comes again, so handlers must bear repeats.
 * Throws StaleReaderError when another reader took the checkpoint over.
 */
export async function follow(
  reader: Reader,
  handler: (events: readonly StoredEvent[]) => Promise<void>,
  options: FollowOptions,
): Promise<void> {
  const { signal, limit = 500, busyMs = 5, idleMs = 50 } = options;
  const { backoffMs = 5_000, onError } = options;
  const doorbell = new Doorbell(reader.onAppend);
  let pauseMs = busyMs;
  let failures = 0;
  try {
    while (!signal.aborted) {
      try {
        const page = await reader.read(limit);
        if (page.events.length === 0) {
          await doorbell.wait(pauseMs, signal);
          pauseMs = Math.min(pauseMs * 2, idleMs);
          continue;
        }
        await handler(page.events);
        await page.done();
        pauseMs = busyMs;
        failures = 0;
        await pauseUnlessAborted(pauseAfter(page.events.length, limit, options), signal);
      } catch (error) {
        if (error instanceof StaleReaderError) throw error;
        failures += 1;
        const backoff = Math.min(firstBackoffMs * 2 ** Math.min(failures, 16), backoffMs);
        onError?.(error, backoff);
        await pauseUnlessAborted(backoff, signal);
      }
    }
  } finally {
    doorbell.remove();
  }
}

/** A full page is followed up at once. */
function pauseAfter(events: number, limit: number, options: FollowOptions): number {
  const { lingerMs = 0, restMs = 0 } = options;
  if (events >= limit) return 0;
  return isBusy(events, limit) ? Math.max(lingerMs, restMs) : restMs;
}

/** A busy time: neither a few events, which are wanted at once, nor a backlog, which is there. */
function isBusy(events: number, limit: number): boolean {
  return events >= limit / 10 && events < limit;
}

/** Remembers a ring that came while nobody waited: an append during a read is not missed. */
class Doorbell {
  readonly remove: () => void;
  #rung = false;
  #wake: (() => void) | undefined;

  constructor(onAppend: Reader['onAppend']) {
    this.remove = onAppend(() => {
      this.#rung = true;
      this.#wake?.();
    });
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung) {
      const cut = new AbortController();
      this.#wake = () => cut.abort();
      await pauseUnlessAborted(ms, AbortSignal.any([signal, cut.signal]));
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
