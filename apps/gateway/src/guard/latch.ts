/** When a latch closes and when it opens again. */
export interface LatchLimits {
  /** Closed by values above this one, so many checks in a row. */
  readonly above: number;
  readonly closesAfterChecks: number;
  /** Opened by values of at most this one, so many checks in a row. */
  readonly calmBelow: number;
  readonly opensAfterChecks: number;
}

/** A switch that does not flap: it takes several checks to turn it, and less to hold it than to close it. */
export class Latch {
  private isClosed = false;
  private inARow = 0;

  constructor(private readonly limits: LatchLimits) {}

  get closed(): boolean {
    return this.isClosed;
  }

  /** Takes the value of one check. */
  check(value: number): void {
    const { above, calmBelow, closesAfterChecks, opensAfterChecks } = this.limits;
    const turns = this.isClosed ? value <= calmBelow : value > above;
    this.inARow = turns ? this.inARow + 1 : 0;
    if (this.inARow < (this.isClosed ? opensAfterChecks : closesAfterChecks)) return;
    this.isClosed = !this.isClosed;
    this.inARow = 0;
  }
}
