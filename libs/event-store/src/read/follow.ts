import { setTimeout as sleep } from 'node:timers/promises';
import { StaleReaderError } from './checkpoint.js';
import type { Reader } from './snapshot-delta-reader.js';
import type { StoredEvent } from './stored-event.js';
import { Traffic } from './traffic.js';

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
   * each page costs a load and a write. Default 0.
   */
  readonly lingerMs?: number;
  /** Pause after every page that was not full, in quiet times too: pages that cost much. Default 0. */
  readonly restMs?: number;
  /** What comes, to tell a busy time by. */
  readonly traffic?: Traffic;
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
  const { backoffMs = 5_000, onError, traffic = new Traffic() } = options;
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
        traffic.came(page.events.length);
        // A full page is followed up at once.
        if (page.events.length < limit)
          await pauseUnlessAborted(pauseMsOf(traffic, options), signal);
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

function pauseMsOf(traffic: Traffic, { lingerMs = 0, restMs = 0 }: FollowOptions): number {
  return traffic.isBusy ? Math.max(lingerMs, restMs) : restMs;
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
