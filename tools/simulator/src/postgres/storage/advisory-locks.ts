/** How often a session holds a key. */
interface Held {
  exclusive: number;
  shared: number;
}

/** The advisory locks of one database. */
export class AdvisoryLocks {
  readonly #byKey = new Map<bigint, Map<number, Held>>();

  /** Locks a key for a session, or answers the process id of another session that excludes it. */
  lock(key: bigint, pid: number, isShared: boolean): number | undefined {
    let holders = this.#byKey.get(key);
    if (holders === undefined) {
      holders = new Map();
      this.#byKey.set(key, holders);
    }
    for (const [other, held] of holders) {
      if (other !== pid && (!isShared || held.exclusive > 0)) return other;
    }
    const held = holders.get(pid) ?? { exclusive: 0, shared: 0 };
    held[isShared ? 'shared' : 'exclusive'] += 1;
    holders.set(pid, held);
    return undefined;
  }

  /** Takes back one lock. Answers whether the session held it. */
  unlock(key: bigint, pid: number, isShared: boolean): boolean {
    const holders = this.#byKey.get(key);
    const held = holders?.get(pid);
    const mode = isShared ? 'shared' : 'exclusive';
    if (!holders || !held || held[mode] === 0) return false;
    held[mode] -= 1;
    if (held.exclusive + held.shared === 0) holders.delete(pid);
    if (holders.size === 0) this.#byKey.delete(key);
    return true;
  }

  releaseAll(pid: number): void {
    for (const [key, holders] of this.#byKey) {
      holders.delete(pid);
      if (holders.size === 0) this.#byKey.delete(key);
    }
  }

  *held(): Iterable<{ readonly key: bigint; readonly pid: number }> {
    for (const [key, holders] of this.#byKey) {
      for (const pid of holders.keys()) yield { key, pid };
    }
  }
}
