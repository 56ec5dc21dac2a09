import type { MustWait } from '../storage.port.js';
import type { SessionEntry, Sessions } from '../storage/sessions.js';
import { SqlError } from '../values.js';

/** How long a statement waits for a lock, in milliseconds; 0 is without an end. */
export interface WaitLimits {
  readonly lock: number;
  /** What is left of the time of the statement. */
  readonly statement: number | undefined;
  readonly deadlock: number;
}

/** A statement that waits for another session. */
export class LockWait {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stop: () => void;
  readonly #ended = Promise.withResolvers<void>();

  constructor(
    sessions: Sessions,
    private readonly entry: SessionEntry,
    { holder, relation }: MustWait,
    limits: WaitLimits,
  ) {
    entry.waitsFor = holder;
    entry.waitsForRelation = relation;
    this.#stop = sessions.waitFor(holder, () => this.end());
    this.#after(limits.deadlock, () => {
      if (sessions.isDeadlocked(entry.pid)) this.end(new SqlError('40P01', 'deadlock detected'));
    });
    this.#after(limits.lock, () =>
      this.end(new SqlError('55P03', 'canceling statement due to lock timeout')),
    );
    if (limits.statement !== undefined) {
      this.#after(Math.max(limits.statement, 1), () =>
        this.end(new SqlError('57014', 'canceling statement due to statement timeout')),
      );
    }
  }

  /** Resolves when the statement may try again. @throws SqlError 40P01, 55P03, 57014 or what `end` was given */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  end(error?: Error): void {
    this.#stop();
    for (const timer of this.#timers) clearTimeout(timer);
    this.entry.waitsFor = undefined;
    this.entry.waitsForRelation = undefined;
    if (error) this.#ended.reject(error);
    else this.#ended.resolve();
  }

  #after(ms: number, act: () => void): void {
    if (ms > 0) this.#timers.push(setTimeout(act, ms));
  }
}
