/** The rate and burst of each key, and the number of keys. */
export interface BucketOptions {
  readonly perSecond: number;
  /** The tokens of a key that has not taken any for a while. */
  readonly burst: number;
  readonly keysMax: number;
}

interface Bucket {
  tokens: number;
  seenAtMs: number;
}

/**
 * A token bucket per key. The least recently used bucket is removed first: a removed bucket counts as
 * full, and the bucket that was idle longest is most likely full. The available libraries count in
 * windows, which allows twice the rate at their borders, or keep a timer for every key.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly options: BucketOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes tokens, one by default. Returns undefined when there were enough, else the whole seconds until there
   * are, and takes none. A cost above the burst takes a full bucket.
   */
  take(key: string, cost = 1): number | undefined {
    const { perSecond, burst, keysMax } = this.options;
    const needed = Math.min(cost, Math.max(burst, 1));
    const bucket = this.filled(key);
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > keysMax) this.removeOldest();
    if (bucket.tokens >= needed) {
      bucket.tokens -= needed;
      return undefined;
    }
    return Math.ceil((needed - bucket.tokens) / perSecond);
  }

  /** Gives one token back, of a {@link take} that turned out not to count. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.options.burst, bucket.tokens + 1);
  }

  get size(): number {
    return this.buckets.size;
  }

  private filled(key: string): Bucket {
    const { perSecond, burst } = this.options;
    const seenAtMs = this.now();
    const bucket = this.buckets.get(key);
    if (bucket === undefined) return { tokens: burst, seenAtMs };
    const gained = ((seenAtMs - bucket.seenAtMs) / 1000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.seenAtMs = seenAtMs;
    return bucket;
  }

  private removeOldest(): void {
    for (const oldest of this.buckets.keys()) {
      this.buckets.delete(oldest);
      return;
    }
  }
}
