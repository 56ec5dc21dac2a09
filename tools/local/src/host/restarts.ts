import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from './processes.js';

export interface RestartPace {
  /** Before the first attempt. It doubles with each attempt that follows soon. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** A program that ran so long before its end begins with the first delay again. */
  readonly calmMs: number;
}

const usualPace: RestartPace = { firstMs: 1_000, maxMs: 30_000, calmMs: 60_000 };

/**
 * Starts again what has ended by itself, until it runs or the host stops. A program that ends again and again is started
 * less and less often, and each attempt has a line.
 */
export class Restarts {
  private readonly stopping = new AbortController();
  /** Programs that wait for their next attempt. */
  private readonly waiting = new Set<string>();
  private readonly attempts = new Map<string, { count: number; atMs: number }>();

  constructor(
    private readonly say: Say,
    private readonly pace: RestartPace = usualPace,
  ) {}

  /**
   * Notes the end of a program. One that waits for its next attempt already is not started twice.
   *
   * @param how the exit code or the signal
   * @param start resolves when the program runs again
   */
  again(name: string, how: string, start: () => Promise<unknown>): void {
    if (this.stopping.signal.aborted || this.waiting.has(name)) return;
    this.waiting.add(name);
    void this.startLater(name, how, start);
  }

  /** From now on nothing is started. An attempt that is under way goes on: its program is for the host to stop. */
  stop(): void {
    this.stopping.abort();
  }

  private async startLater(
    name: string,
    how: string,
    start: () => Promise<unknown>,
  ): Promise<void> {
    const { signal } = this.stopping;
    const delayMs = this.delayOf(name);
    this.say(`${name} has ended (${how}); starting it again in ${(delayMs / 1000).toFixed(1)} s`);
    await delay(delayMs, undefined, { signal }).catch(() => undefined);
    this.waiting.delete(name);
    if (signal.aborted) return;
    try {
      await start();
      if (!signal.aborted) this.say(`${name} runs again`);
    } catch (error) {
      this.again(name, error instanceof Error ? error.message : String(error), start);
    }
  }

  private delayOf(name: string): number {
    const { firstMs, maxMs, calmMs } = this.pace;
    const nowMs = performance.now();
    const last = this.attempts.get(name);
    const count = last === undefined || nowMs - last.atMs > calmMs + maxMs ? 0 : last.count;
    this.attempts.set(name, { count: count + 1, atMs: nowMs });
    return Math.min(maxMs, firstMs * 2 ** Math.min(count, 20));
  }
}
