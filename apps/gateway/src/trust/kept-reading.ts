/** Something mounted that may change while we run. */
export interface MountedSource<Value> {
  /** Differs whenever the content may differ. Rejects when it cannot be looked at. */
  stamp(): Promise<string>;
  /** Rejects when it cannot be used, saying why. */
  read(): Promise<Value>;
}

/** What a look at a source has found. */
export type Finding =
  | { readonly is: 'same' | 'changed' }
  /** The last good value stays. `isNews` but for the first look that finds this fault. */
  | { readonly is: 'faulty'; readonly fault: string; readonly isNews: boolean };

/** A source with the last value that was good. */
export class KeptReading<Value> {
  private fault: string | undefined;

  private constructor(
    private readonly source: MountedSource<Value>,
    private kept: Reading<Value>,
    private goodAt: Date,
  ) {}

  /** Rejects when the source cannot be used: there is no last good value at the start. */
  static async open<Value>(source: MountedSource<Value>, now: Date): Promise<KeptReading<Value>> {
    return new KeptReading(source, await readWhole(source), now);
  }

  get value(): Value {
    return this.kept.value;
  }

  /** When a look last found the source in order. */
  get inOrderAt(): Date {
    return this.goodAt;
  }

  /** Reads the source again if it may have changed, or could not be used at the last look. */
  async look(now: Date): Promise<Finding> {
    try {
      const wasFaulty = this.fault !== undefined;
      const isSame = !wasFaulty && (await this.source.stamp()) === this.kept.stamp;
      if (!isSame) this.kept = await readWhole(this.source);
      this.fault = undefined;
      this.goodAt = now;
      return { is: isSame ? 'same' : 'changed' };
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      const isNews = fault !== this.fault;
      this.fault = fault;
      return { is: 'faulty', fault, isNews };
    }
  }
}

interface Reading<Value> {
  readonly stamp: string;
  readonly value: Value;
}

/** A mount is swapped while we read: the stamp afterwards says whether all was of one version. */
async function readWhole<Value>(source: MountedSource<Value>): Promise<Reading<Value>> {
  const stamp = await source.stamp();
  const value = await source.read();
  if ((await source.stamp()) !== stamp) throw new Error('it changed while it was read');
  return { stamp, value };
}
