import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '../write/stored-event.js';
import { AdaptivePoll } from './adaptive-poll.js';
import { StaleReaderError } from './checkpoint.js';
import type { Reader } from './snapshot-delta-reader.js';

/** How to follow a reader. All times are in milliseconds. */
export interface FollowOptions {
  /** Ends the loop; the current page is finished first. */
  readonly signal: AbortSignal;
  /** Events per page. Default 500. */
  readonly limit?: number;
  /** Poll interval after the first empty page; doubles up to `pollMaxMs`. Default 5. */
  readonly pollMs?: number;
  /** Longest poll interval while no event arrives. Default 50. */
  readonly pollMaxMs?: number;
  /**
   * Linger time: the delay after a page that arrived in a busy time but was not full, so that the next
   * page holds more. Each page costs a load and a write. Default 0.
   */
  readonly lingerMs?: number;
  /** Delay after every page that was not full, also in quiet times, for costly pages. Default 0. */
  readonly pageDelayMs?: number;
  /** Tells busy times from quiet ones. Default: the events of this reader only. */
  readonly adaptivePoll?: AdaptivePoll;
  /** Longest delay between attempts while they fail. Default 5000. */
  readonly backoffMaxMs?: number;
  /** Called when the reader has found nothing more and waits for the next append, and when that wait ends. */
  readonly onRest?: (isResting: boolean) => void;
  /** Called after every failed attempt, with the delay that follows. */
  readonly onError?: (error: unknown, delayMs: number) => void;
}

/** The delay after the first failed attempt is twice this; it doubles with every further one. */
const backoffUnitMs = 50;

/**
 * Hands all events to the handler, page by page, until the signal aborts. The checkpoint moves when
 * the handler has resolved. A page that fails is read again, so handlers must be idempotent.
 *
 * @throws StaleReaderError when another reader has opened the checkpoint
 */
export async function follow(
  reader: Reader,
  handler: (events: readonly StoredEvent[]) => Promise<void>,
  options: FollowOptions,
): Promise<void> {
  const { signal, limit = 500, pollMs = 5, pollMaxMs = 50 } = options;
  const { backoffMaxMs = 5_000, onError, adaptivePoll = new AdaptivePoll() } = options;
  const wakeUp = new WakeUp(reader.onAppend, signal, options.onRest);
  let emptyPageDelayMs = pollMs;
  let failures = 0;
  try {
    while (!signal.aborted) {
      try {
        // What a signal before this moment tells of is in the page.
        wakeUp.clear();
        const page = await reader.read(limit);
        if (page.events.length === 0) {
          await wakeUp.wait(emptyPageDelayMs);
          emptyPageDelayMs = Math.min(emptyPageDelayMs * 2, pollMaxMs);
          continue;
        }
        await handler(page.events);
        await page.done();
        emptyPageDelayMs = pollMs;
        failures = 0;
        adaptivePoll.received(page.events.length);
        // After a full page the next one is read at once.
        if (!page.isFull) await restAfterPage(wakeUp, { ...options, pollMs, adaptivePoll });
      } catch (error) {
        if (error instanceof StaleReaderError) throw error;
        failures += 1;
        const backoffMs = Math.min(backoffUnitMs * 2 ** Math.min(failures, 16), backoffMaxMs);
        onError?.(error, backoffMs);
        await delay(backoffMs, signal);
      }
    }
  } finally {
    wakeUp.remove();
  }
}

type Rest = FollowOptions & Required<Pick<FollowOptions, 'pollMs' | 'adaptivePoll'>>;

async function restAfterPage(
  wakeUp: WakeUp,
  { adaptivePoll, lingerMs = 0, pageDelayMs = 0, pollMs, signal }: Rest,
): Promise<void> {
  const { isBusy } = adaptivePoll;
  await delay(isBusy ? Math.max(lingerMs, pageDelayMs) : pageDelayMs, signal);
  // In a quiet time the next page would be empty.
  if (!isBusy) await wakeUp.wait(pollMs);
}

/**
 * Waits for the wake-up signal. A signal during a read is kept, so its append is not missed. One listener on the end
 * serves all waits: `AbortSignal.any` and the error of an aborted timer, twice for each page, cost more than the page.
 */
class WakeUp {
  #isSignalled = false;
  #wake: (() => void) | undefined;
  readonly #end: () => void;
  readonly #unsubscribe: () => void;

  constructor(
    onAppend: Reader['onAppend'],
    private readonly signal: AbortSignal,
    private readonly onRest: (isResting: boolean) => void = () => undefined,
  ) {
    this.#end = () => this.#wake?.();
    signal.addEventListener('abort', this.#end);
    this.#unsubscribe = onAppend(() => {
      this.#isSignalled = true;
      this.#wake?.();
    });
  }

  remove(): void {
    this.signal.removeEventListener('abort', this.#end);
    this.#unsubscribe();
  }

  clear(): void {
    this.#isSignalled = false;
  }

  async wait(ms: number): Promise<void> {
    if (this.#isSignalled || this.signal.aborted) return;
    this.onRest(true);
    await this.#sleep(ms);
    this.onRest(false);
  }

  #sleep(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
    });
  }
}

/** Resolves after the delay, or when the signal aborts. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
