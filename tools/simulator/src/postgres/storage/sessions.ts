/** What the cluster knows about a connection. */
export interface SessionEntry {
  readonly pid: number;
  readonly database: string;
  readonly applicationName: string;
  /** The session that it waits for. */
  waitsFor: number | undefined;
  /** The relation whose lock it waits for. */
  waitsForRelation: number | undefined;
  readonly isInTransaction: boolean;
  /** Ends the session with an error for its client. */
  readonly terminate: () => void;
  /** Ends the session as the death of its client does: nobody is told. */
  readonly end: () => void;
}

/** The sessions of a cluster, and who waits for whom. */
export class Sessions {
  readonly #byPid = new Map<number, SessionEntry>();
  readonly #waiting = new Map<number, Set<() => void>>();
  #lastPid = 100;

  nextPid(): number {
    return ++this.#lastPid;
  }

  add(session: SessionEntry): void {
    this.#byPid.set(session.pid, session);
  }

  remove(pid: number): void {
    this.#byPid.delete(pid);
    this.wake(pid);
  }

  get(pid: number): SessionEntry | undefined {
    return this.#byPid.get(pid);
  }

  all(): Iterable<SessionEntry> {
    return this.#byPid.values();
  }

  /** The death of a process: its sessions end, their transactions roll back and their advisory locks go. */
  endAll(isMeant: (session: SessionEntry) => boolean): void {
    for (const session of [...this.#byPid.values()].filter(isMeant)) session.end();
  }

  /** Calls back once when the session of a process id has given something up. Answers how to stop waiting. */
  waitFor(holder: number, retry: () => void): () => void {
    let waiting = this.#waiting.get(holder);
    if (waiting === undefined) {
      waiting = new Set();
      this.#waiting.set(holder, waiting);
    }
    const callbacks = waiting;
    callbacks.add(retry);
    return () => callbacks.delete(retry);
  }

  /** A session gave locks up: those that wait for it try again, in the order in which they came. */
  wake(pid: number): void {
    const waiting = this.#waiting.get(pid);
    if (waiting === undefined) return;
    this.#waiting.delete(pid);
    for (const retry of waiting) retry();
  }

  /** Whether a session waits for itself through others. */
  isDeadlocked(pid: number): boolean {
    let next = this.#byPid.get(pid)?.waitsFor;
    for (let steps = 0; next !== undefined && steps <= this.#byPid.size; steps += 1) {
      if (next === pid) return true;
      next = this.#byPid.get(next)?.waitsFor;
    }
    return false;
  }
}
