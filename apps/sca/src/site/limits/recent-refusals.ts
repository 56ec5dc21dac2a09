/** How long a refusal is repeated without a look at the counter. */
const keptMs = 1000;

interface Refused {
  readonly seconds: number;
  readonly atMs: number;
}

/**
 * The keys whose tries were refused within the last second. A stranger who goes on after a refusal would
 * otherwise occupy the database with one row.
 */
export class RecentRefusals {
  private readonly refused = new Map<string, Refused>();

  constructor(
    /** A monotonic clock in milliseconds. */
    private readonly now: () => number,
    private readonly keysMax = 10_000,
  ) {}

  /** The seconds of a recent refusal; undefined when the counter has to be asked. */
  of(key: string): number | undefined {
    const found = this.refused.get(key);
    if (found === undefined) return undefined;
    if (this.now() - found.atMs < keptMs) return found.seconds;
    this.refused.delete(key);
    return undefined;
  }

  /** Keeps a refusal. A full list begins again, which only asks the counters again. */
  add(key: string, seconds: number): void {
    if (this.refused.size >= this.keysMax) this.refused.clear();
    this.refused.set(key, { seconds, atMs: this.now() });
  }

  get size(): number {
    return this.refused.size;
  }
}
