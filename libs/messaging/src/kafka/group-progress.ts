import { setTimeout as delay } from 'node:timers/promises';
import { pace, retryDelayMs } from '../pace.js';

export interface PartitionOffset {
  readonly partition: number;
  /** The next message to read. */
  readonly offset: string;
}

/**
 * Commits the offsets of a consumer in the background: one request at a time, with everything that
 * has moved since the last one. Nothing waits for a commit, because a lost one only repeats messages.
 */
export class OffsetCommits {
  private readonly pending = new Map<number, string>();
  private running: Promise<void> | undefined;
  private flushing = new AbortController();

  constructor(
    private readonly commit: (offsets: readonly PartitionOffset[]) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Notes an offset. The effects of every message before it have to be committed. */
  reached({ partition, offset }: PartitionOffset): void {
    this.pending.set(partition, offset);
    this.running ??= this.run();
  }

  /** Drops offsets that are not committed yet: the partitions may belong to another member now. */
  forget(): void {
    this.pending.clear();
  }

  /** Resolves when all offsets are committed, or when committing has failed. */
  async flush(): Promise<void> {
    this.flushing.abort();
    await this.running;
    this.flushing = new AbortController();
  }

  private async linger(): Promise<void> {
    const { signal } = this.flushing;
    await delay(pace.consumer.commitLingerMs, undefined, { signal }).catch(() => undefined);
  }

  private async run(): Promise<void> {
    await this.linger();
    for (let failures = 0; this.pending.size > 0 && failures < attemptsMax;) {
      const offsets = [...this.pending].map(([partition, offset]) => ({ partition, offset }));
      this.pending.clear();
      try {
        await this.commit(offsets);
        failures = 0;
        if (this.pending.size > 0) await this.linger();
      } catch (error) {
        this.onError(error);
        for (const { partition, offset } of offsets) {
          if (!this.pending.has(partition)) this.pending.set(partition, offset);
        }
        await delay(retryDelayMs(failures));
        failures += 1;
      }
    }
    this.running = undefined;
  }
}

/** After so many failures the next handled slice triggers a new attempt. */
const attemptsMax = 3;

/**
 * Knows which partitions make no progress. A partition without messages in flight is idle, which is
 * normal. One whose messages are not handled for too long hangs, and only a restart helps.
 */
export class PartitionProgress {
  /** When a partition with messages in flight last moved, in milliseconds of the monotonic clock. */
  private readonly movedAt = new Map<number, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Messages were fetched, handled, or tried without success: the consumer works. */
  moved(partition: number): void {
    this.movedAt.set(partition, this.now());
  }

  /** No message of the partition is in flight. */
  idle(partition: number): void {
    this.movedAt.delete(partition);
  }

  /** The partitions that have not moved for longer than this. */
  stuck(limitMs: number): number[] {
    const latest = this.now() - limitMs;
    return [...this.movedAt].filter(([, at]) => at < latest).map(([partition]) => partition);
  }
}
