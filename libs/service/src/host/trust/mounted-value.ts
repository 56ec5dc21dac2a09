import { stat } from 'node:fs/promises';

/** Mounted files that may change while the process runs. */
export interface MountedSource<Value> {
  /** Differs whenever the content may differ. Rejects when the files cannot be found. */
  stamp(): Promise<string>;
  /** Rejects with the reason when the content cannot be used. */
  read(): Promise<Value>;
}

/** The result of one look at a source. */
export type LookResult =
  | { readonly is: 'same' | 'changed' }
  /** The last good value stays. `isNews`: the look before did not have this fault. */
  | { readonly is: 'faulty'; readonly fault: string; readonly isNews: boolean };

/** The value of a source, with its last good value while the source is faulty. */
export class MountedValue<Value> {
  private fault: string | undefined;

  private constructor(
    private readonly source: MountedSource<Value>,
    private kept: Reading<Value>,
    private goodAt: Date,
  ) {}

  /**
   * Reads the source for the first time, and again when it changes meanwhile. Rejects when the source cannot
   * be used.
   */
  static async open<Value>(source: MountedSource<Value>, now: Date): Promise<MountedValue<Value>> {
    let reading = await readWhole(source);
    for (let again = 0; again < againMax && reading === changed; again += 1) {
      reading = await readWhole(source);
    }
    return new MountedValue(source, settled(reading), now);
  }

  get value(): Value {
    return this.kept.value;
  }

  /** The time of the last look without a fault. */
  get lastGoodAt(): Date {
    return this.goodAt;
  }

  /** Reads the source again if it may have changed, or if the last look had a fault. */
  async look(now: Date): Promise<LookResult> {
    try {
      const wasFaulty = this.fault !== undefined;
      const isSame = !wasFaulty && (await this.source.stamp()) === this.kept.stamp;
      if (!isSame) this.kept = settled(await readWhole(this.source));
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

/** A mount may change while we read it. The same stamp before and after means one version. */
async function readWhole<Value>(
  source: MountedSource<Value>,
): Promise<Reading<Value> | typeof changed> {
  const stamp = await source.stamp();
  const value = await source.read();
  return (await source.stamp()) === stamp ? { stamp, value } : changed;
}

const changed = 'it changed while it was read';
/** A rotation replaces a file once, so a second or third reading sees one version. */
const againMax = 3;

function settled<Value>(reading: Reading<Value> | typeof changed): Reading<Value> {
  if (reading === changed) throw new Error(changed);
  return reading;
}

/**
 * The stamp of files: path, device, inode, size and time of each. Links are followed, because a
 * mounted ConfigMap changes by pointing a link to another folder.
 */
export async function fileStamp(paths: readonly string[]): Promise<string> {
  const stats = await Promise.all(paths.map((path) => stat(path, { bigint: true })));
  return stats
    .map(({ dev, ino, size, mtimeNs }, i) => [paths[i], dev, ino, size, mtimeNs].join(' '))
    .join('\n');
}
