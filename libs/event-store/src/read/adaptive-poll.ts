/**
 * Tells busy times from quiet ones by the rate of messages. In a busy time readers wait a little and
 * take fewer and fuller pages, because a page costs about as much for one message as for many. In a
 * quiet time there is no delay.
 */
export class AdaptivePoll {
  /** Received messages, weighted: the weight of a message falls with its age. */
  private level = 0;
  private atMs: number;

  /** @param nowMs a monotonic clock in milliseconds */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.atMs = nowMs();
  }

  /** Counts messages that have just arrived. */
  received(count: number): void {
    this.level = this.levelNow() + count;
    this.atMs = this.nowMs();
  }

  /** True at `busyPerSecond` messages per second or more, averaged over about `memorySeconds`. */
  get isBusy(): boolean {
    return this.levelNow() / memorySeconds >= busyPerSecond;
  }

  private levelNow(): number {
    const seconds = (this.nowMs() - this.atMs) / 1000;
    return this.level * Math.exp(-seconds / memorySeconds);
  }
}

const memorySeconds = 0.5;
const busyPerSecond = 300;
