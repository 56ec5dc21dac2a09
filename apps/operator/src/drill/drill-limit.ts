import type { ReadLimit } from '@nordgate/event-store';
import { OperationRefused } from '../operations-client.js';

/** The time of a drill, and what ends it early. */
export interface LimitPlace {
  readonly now: () => Date;
  /** Ends at once when the signal aborts. */
  readonly wait: () => Promise<void>;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

const stopped = 'the drill was stopped before its end';

/** The one limit of all steps of a drill: each step has what the earlier ones left. */
export class DrillLimit {
  private readonly deadline: number;

  constructor(private readonly place: LimitPlace) {
    this.deadline = place.now().getTime() + place.limitMs;
  }

  /**
   * Waits until a condition holds. An API server that does not answer for a while is asked again.
   *
   * @throws OperationRefused with the fault at the limit, when the signal aborts, and as `holds` does
   */
  async until(fault: string, holds: () => Promise<boolean>): Promise<void> {
    await this.answer(fault, async () => ((await holds()) ? true : undefined), isWaiting);
  }

  /**
   * Asks until there is an answer.
   *
   * @param isOpen whether to ask again after this answer; default: any answer is one
   * @throws OperationRefused with the fault at the limit, when the signal aborts, and as `ask` does
   */
  async answer<T>(
    fault: string,
    ask: () => Promise<T>,
    isOpen: (answer: T) => boolean = () => false,
  ): Promise<T> {
    for (;;) {
      let why = '';
      try {
        const answer = await ask();
        if (!isOpen(answer)) return answer;
      } catch (error) {
        if (error instanceof OperationRefused) throw error;
        why = `: ${(error as Error).message}`;
      }
      this.requireGoing();
      if (this.restMs() <= 0) {
        const minutes = String(this.place.limitMs / 60_000);
        throw new OperationRefused(`${fault} after ${minutes} minutes${why}`);
      }
      await this.place.wait();
      this.requireGoing();
    }
  }

  /**
   * Reads a database within the rest of the time.
   *
   * @throws OperationRefused without time, and when the signal aborts; otherwise as `ask` does
   */
  async read<T>(ask: (rest: ReadLimit) => Promise<T>): Promise<T> {
    const { signal } = this.place;
    this.requireGoing();
    const limitMs = this.restMs();
    if (limitMs <= 0) throw new OperationRefused('no time is left for the check of the copy');
    try {
      return await ask({ limitMs, signal });
    } catch (error) {
      this.requireGoing();
      throw error;
    }
  }

  private restMs(): number {
    return this.deadline - this.place.now().getTime();
  }

  private requireGoing(): void {
    if (this.place.signal.aborted) throw new OperationRefused(stopped);
  }
}

const isWaiting = (answer: unknown) => answer === undefined;
