/** How many tokens a key gets, and how many keys are remembered. */
export interface BucketOptions {
  readonly perSecond: number;
  /** What a key that was quiet may take at once. */
  readonly burst: number;
  readonly keysMax: number;
}

interface Bucket {
  tokens: number;
  seenAtMs: number;
}

/**
 * A bucket of tokens per key, least recently used first out: a bucket that is forgotten is a full
 * one, and whoever was quiet longest is likeliest to have a full one anyway. Few lines of our own,
 * for the libraries at hand count in windows (twice the rate at their borders) or keep a timer for
 * every key that they ever saw.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly options: BucketOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. Answers nothing when there was one, else in how many whole seconds there is. */
  take(key: string): number | undefined {
    const { perSecond, keysMax } = this.options;
    const bucket = this.filled(key);
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > keysMax) this.forgetOldest();
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return undefined;
    }
    return Math.ceil((1 - bucket.tokens) / perSecond);
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

  private forgetOldest(): void {
    for (const oldest of this.buckets.keys()) {
      this.buckets.delete(oldest);
      return;
    }
  }
}
