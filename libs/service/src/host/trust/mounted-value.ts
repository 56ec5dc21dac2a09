import { stat } from 'node:fs/promises';
import { defined } from '@nordgate/decider';

/** Mounted files that may change while the process runs. */
export interface MountedSource<Value> {
  /** Differs whenever the content may differ. Rejects when the files cannot be found. */
  stamp(): Promise<string>;
  /** Rejects with the reason when the content cannot be used. */
  read(): Promise<Value>;
}

/** A service that answers with the content, or that the content is the same as before. */
export interface AnsweringSource<Value> {
  /** The poll interval. A look within this time after the last good one does not ask. */
  readonly everyMs: number;
  /** A fault beside the last read, whose value is good all the same. */
  readonly trouble?: string | undefined;
  /**
   * Reads the content; undefined when it has still this stamp. Rejects with the reason when the content
   * cannot be used.
   */
  readUnless(stamp: string | undefined): Promise<Reading<Value> | undefined>;
}

/** A value, and a text that differs whenever the value may differ. */
export interface Reading<Value> {
  readonly stamp: string;
  readonly value: Value;
}

/** The result of one look at a source. */
export type LookResult =
  | {
      readonly is: 'same' | 'changed';
      /** A fault that does not concern the value. */
      readonly trouble?: string | undefined;
    }
  /** The last good value stays. `isNews`: the look before did not have this fault. */
  | { readonly is: 'faulty'; readonly fault: string; readonly isNews: boolean };

type Source<Value> = MountedSource<Value> | AnsweringSource<Value>;

/** The value of a source, with its last good value while the source is faulty. */
export class MountedValue<Value> {
  private fault: string | undefined;

  private constructor(
    private readonly source: Source<Value>,
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

  /** Starts with a value of another time. The first look asks the source. */
  static startingWith<Value>(
    source: AnsweringSource<Value>,
    value: Value,
    goodAt: Date,
  ): MountedValue<Value> {
    return new MountedValue(source, { stamp: '', value }, goodAt);
  }

  get value(): Value {
    return this.kept.value;
  }

  /** The time of the last look without a fault. */
  get lastGoodAt(): Date {
    return this.goodAt;
  }

  /** Whether a look asks another service. Such a look belongs into the background. */
  get isRemote(): boolean {
    return 'readUnless' in this.source;
  }

  /**
   * Reads the source again if it may have changed, or if the last look had a fault. A service is not asked
   * within its poll interval after a good look.
   */
  async look(now: Date): Promise<LookResult> {
    const wasFaulty = this.fault !== undefined;
    if (!wasFaulty && this.isFresh(now)) return { is: 'same' };
    try {
      const reading = await readUnless(this.source, wasFaulty ? undefined : this.kept.stamp);
      if (reading !== undefined) this.kept = reading;
      this.fault = undefined;
      this.goodAt = now;
      const trouble = 'trouble' in this.source ? this.source.trouble : undefined;
      return { is: reading === undefined ? 'same' : 'changed', ...defined({ trouble }) };
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      const isNews = fault !== this.fault;
      this.fault = fault;
      return { is: 'faulty', fault, isNews };
    }
  }

  /** Whether the files are there and others than those of the value. Asks no service. */
  async isBehind(): Promise<boolean> {
    if (!('stamp' in this.source)) return false;
    const stamp = await this.source.stamp().catch(() => absent);
    return stamp !== absent && stamp !== this.kept.stamp;
  }

  private isFresh(now: Date): boolean {
    const ageMs = now.getTime() - this.goodAt.getTime();
    return 'everyMs' in this.source && ageMs >= 0 && ageMs < this.source.everyMs;
  }
}

async function readUnless<Value>(
  source: Source<Value>,
  stamp: string | undefined,
): Promise<Reading<Value> | undefined> {
  if ('readUnless' in source) return source.readUnless(stamp);
  const isSame = stamp !== undefined && (await source.stamp()) === stamp;
  return isSame ? undefined : settled(await readWhole(source));
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

/** The stamp of a source whose files cannot be found. */
export const absent = 'absent';

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
