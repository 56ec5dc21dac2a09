/** Durations of one kind, in milliseconds. */
export class Samples {
  private readonly durations: number[] = [];

  add(ms: number): void {
    this.durations.push(ms);
  }

  get count(): number {
    return this.durations.length;
  }

  /** The share of durations up to this limit; NaN without any. */
  shareWithin(limitMs: number): number {
    return this.durations.filter((ms) => ms <= limitMs).length / this.durations.length;
  }

  /**
   * The smallest duration that this share of all durations does not exceed (nearest rank); NaN without any.
   *
   * @param share above 0, up to 1
   */
  percentile(share: number): number {
    const sorted = Float64Array.from(this.durations).sort();
    return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  }
}
