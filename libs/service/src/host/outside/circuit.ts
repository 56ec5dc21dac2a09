/** What a circuit looks at. */
export interface CircuitLimits {
  /** After so many failures in a row nothing is sent for a while. */
  readonly failuresMax: number;
  /** How long that is. Then one request at a time tries again. */
  readonly openMs: number;
}

/**
 * Keeps requests from a peer that fails each of them, so that they do not wait for its time limit one after another. The first
 * success closes it.
 */
export class Circuit {
  private failures = 0;
  private openUntilMs = 0;

  constructor(private readonly limits: CircuitLimits) {}

  /** Whether a request may be sent now. While the peer fails, the answer true reserves the try of this period. */
  lets(nowMs: number): boolean {
    if (this.failures < this.limits.failuresMax) return true;
    if (nowMs < this.openUntilMs) return false;
    this.openUntilMs = nowMs + this.limits.openMs;
    return true;
  }

  /** Notes the end of a request that was sent. */
  note(isAnswered: boolean, nowMs: number): void {
    this.failures = isAnswered ? 0 : this.failures + 1;
    if (!isAnswered) this.openUntilMs = nowMs + this.limits.openMs;
  }
}
