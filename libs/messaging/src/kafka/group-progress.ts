import { setTimeout as delay } from 'node:timers/promises';
import { pace, retryDelayMs } from '../pace.js';

export interface PartitionOffset {
  readonly partition: number;
  /** The next message to read. */
  readonly offset: string;
  /** What is committed beside the offset (partition-start.ts). */
  readonly metadata?: string;
}

/**
 * Commits the offsets of a consumer in the background: one request at a time, with everything that has
 * moved since the last one. Nothing waits for a commit, because a lost one only repeats messages. A refused
 * commit is tried again until it is taken: an idle group brings no message that would commit it.
 */
export class OffsetCommits {
  private readonly pending = new Map<number, PartitionOffset>();
  private readonly flushes = new Set<Flush>();
  private running: Promise<void> | undefined;
  private resting = new AbortController();
  private failures = 0;
  private generation = 0;

  /**
   * @param commit one attempt to commit; rejects with the error of kafkajs when it is refused
   * @param onError called with the error of every attempt that is refused
   */
  constructor(
    private readonly commit: (offsets: readonly PartitionOffset[]) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Notes an offset. The effects of every message before it have to be committed. */
  reached(reached: PartitionOffset): void {
    this.pending.set(reached.partition, reached);
    this.running ??= this.run();
  }

  /** Drops offsets that are not committed yet: the partitions may belong to another member now. */
  forget(): void {
    this.generation += 1;
    this.failures = 0;
    this.pending.clear();
    this.resting.abort();
  }

  /** Resolves when all offsets are committed or forgotten, or after some attempts that are refused. */
  async flush(): Promise<void> {
    const refused = Promise.withResolvers<void>();
    const flush = { attemptsLeft: flushAttemptsMax, giveUp: refused.resolve };
    this.flushes.add(flush);
    this.failures = 0;
    this.resting.abort();
    await Promise.race([this.running, refused.promise]);
    this.flushes.delete(flush);
  }

  private async run(): Promise<void> {
    await this.linger();
    while (this.pending.size > 0) await this.attempt();
    this.running = undefined;
  }

  private async attempt(): Promise<void> {
    const { generation } = this;
    const offsets = [...this.pending.values()];
    this.pending.clear();
    try {
      await this.commit(offsets);
      this.failures = 0;
      if (this.pending.size > 0) await this.linger();
    } catch (error) {
      this.onError(error);
      if (generation !== this.generation) return;
      if (isMembershipLost(error)) return this.forget();
      for (const one of offsets) {
        if (!this.pending.has(one.partition)) this.pending.set(one.partition, one);
      }
      await this.restAfterRefusal();
    }
  }

  private async restAfterRefusal(): Promise<void> {
    for (const flush of this.flushes) {
      flush.attemptsLeft -= 1;
      if (flush.attemptsLeft === 0) flush.giveUp();
    }
    const delayMs = retryDelayMs(this.failures);
    this.failures += 1;
    await this.rest(delayMs);
  }

  private async linger(): Promise<void> {
    if (this.flushes.size === 0) await this.rest(pace.consumer.commitLingerMs);
  }

  /** Until the time is over, a flush begins, or the offsets are forgotten. Only a flush keeps a process from its end. */
  private async rest(ms: number): Promise<void> {
    this.resting = new AbortController();
    const { signal } = this.resting;
    const ref = this.flushes.size > 0;
    await delay(ms, undefined, { signal, ref }).catch(() => undefined);
  }
}

interface Flush {
  attemptsLeft: number;
  readonly giveUp: () => void;
}

/** A stop and a rebalance wait for a flush. */
const flushAttemptsMax = 3;

/**
 * Whether the broker says that the member has to join its group again (Kafka protocol, error codes). The heartbeat of
 * kafkajs gets the same answer, and joins. The member then reads from the committed offsets.
 */
function isMembershipLost(error: unknown): boolean {
  return error instanceof Error && 'type' in error && lostMemberships.has(error.type);
}

const lostMemberships: ReadonlySet<unknown> = new Set([
  ...['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID'],
]);

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
