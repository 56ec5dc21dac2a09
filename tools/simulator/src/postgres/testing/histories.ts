import type { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

/** One step of one of several sessions. */
export interface Step {
  readonly session: number;
  readonly text: string;
}

/** What a step answered: rows, the number of rows or an error; or that it waits, and its answer later. */
type Outcome = string;

/** How long a session waits before it looks for a deadlock. */
export const deadlockTimeoutMs = 10;

/** The sessions of one history, on a server or on the model. */
export class History {
  readonly #pending = new Map<number, Promise<void>>();
  readonly #outcomes: Outcome[] = [];
  /** Outcomes since the last step: which of two answers comes first is chance. */
  #together: Outcome[] = [];

  /** @param isWaiting whether a session waits for a lock now */
  constructor(
    private readonly clients: readonly Client[],
    private readonly isWaiting: (session: number) => Promise<boolean>,
  ) {}

  async run(steps: readonly Step[]): Promise<readonly Outcome[]> {
    for (const { session, text } of steps) {
      if (this.#pending.has(session)) continue;
      this.#start(session, text);
      await this.#settle();
    }
    // The end: sessions that wait get their locks, or are at the end of a deadlock.
    for (let round = 0; round < this.clients.length; round += 1) {
      for (const session of this.clients.keys()) {
        if (!this.#pending.has(session)) this.#start(session, 'rollback');
        await this.#settle();
      }
    }
    return this.#outcomes;
  }

  #start(session: number, text: string): void {
    const client = this.clients[session];
    if (!client) throw new Error(`there is no session ${String(session)}`);
    const note = (words: string) => this.#together.push(`${String(session)} ${text}: ${words}`);
    const answered = client.query<Record<string, unknown>>(text).then(
      ({ rows, rowCount }) => {
        this.#pending.delete(session);
        note(rows.length > 0 ? JSON.stringify(rows) : String(rowCount));
      },
      (error: unknown) => {
        this.#pending.delete(session);
        note((error as { code?: string }).code ?? String(error));
      },
    );
    this.#pending.set(session, answered);
  }

  async #settle(): Promise<void> {
    await this.#settled();
    this.#outcomes.push(...this.#together.toSorted());
    this.#together = [];
  }

  /** Resolves when each session has answered or waits for another one. Two that wait may be a deadlock, which ends. */
  async #settled(): Promise<void> {
    for (;;) {
      const known = new Set(this.#pending.keys());
      let isSettled = true;
      for (const session of known) {
        if (!this.#pending.has(session)) continue;
        if (!(await this.isWaiting(session))) isSettled = false;
      }
      if (isSettled && this.#pending.size === known.size) {
        if (known.size < 2) return;
        await sleep(deadlockTimeoutMs * 4);
        if (this.#pending.size === known.size) return;
      }
      await new Promise(setImmediate);
    }
  }
}
