/** The bytes of bodies that are in memory at once. */
export interface BodyBudgetLimits {
  readonly bytesMax: number;
  /** The share of one TPP, so that the others always have room. */
  readonly bytesPerTppMax: number;
}

/** Bounds the sum of the bodies that requests of verified TPPs hold, and the share of each TPP. */
export class BodyBudget {
  private bytes = 0;
  private readonly bytesOf = new Map<string, number>();

  constructor(private readonly limits: BodyBudgetLimits) {}

  /** Reserves room for a body. Returns false, and reserves nothing, when there is not enough room. */
  reserve(tpp: string, bytes: number): boolean {
    const { bytesMax, bytesPerTppMax } = this.limits;
    const held = this.bytesOf.get(tpp) ?? 0;
    if (this.bytes + bytes > bytesMax || held + bytes > bytesPerTppMax) return false;
    this.bytes += bytes;
    this.bytesOf.set(tpp, held + bytes);
    return true;
  }

  /** Gives back what `reserve` took. */
  release(tpp: string, bytes: number): void {
    const held = (this.bytesOf.get(tpp) ?? 0) - bytes;
    this.bytes -= bytes;
    if (held > 0) this.bytesOf.set(tpp, held);
    else this.bytesOf.delete(tpp);
  }
}
