/** How long commands take these days, from being sent to their outcome, as this process sees it. */
export class CommandLag {
  private latestMs = 0;
  private seenAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** An outcome came so long after its command was sent. */
  decidedAfter(ms: number): void {
    this.latestMs = ms;
    this.seenAtMs = this.now();
  }

  /** A command has no outcome yet, so long after it was sent. */
  undecidedAfter(ms: number): void {
    if (ms > longMs) this.decidedAfter(ms);
  }

  /** More than a second, as far as is known: without news of late, nothing is. */
  get isLong(): boolean {
    return this.latestMs > longMs && this.now() - this.seenAtMs < newsMs;
  }
}

const longMs = 1000;
const newsMs = 5000;
