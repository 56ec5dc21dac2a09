/**
 * Whether each partition moves on. A partition without messages in hand is idle, which is fine; one
 * whose messages stand still for too long hangs, and only a restart helps.
 */
export class PartitionProgress {
  /** When a partition with messages in hand last moved, in ms of the monotonic clock. */
  private readonly movedAt = new Map<number, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Messages were taken in hand, handled, or tried in vain: the loop turns. */
  moved(partition: number): void {
    this.movedAt.set(partition, this.now());
  }

  /** Nothing is in hand. */
  idle(partition: number): void {
    this.movedAt.delete(partition);
  }

  /** The partitions that have not moved for so long. */
  stuck(limitMs: number): number[] {
    const latest = this.now() - limitMs;
    return [...this.movedAt].filter(([, at]) => at < latest).map(([partition]) => partition);
  }
}
