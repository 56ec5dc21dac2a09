import type { DiskEntry } from '@nordgate/contracts/commands';

interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

/** Between two samples. */
export const diskSampleMs = 600_000;

const windowMs = 24 * 3_600_000;
const samplesMax = windowMs / diskSampleMs;

/** How much the database of a service grows: samples of its size, for a day at most, while the process runs. */
export class DiskGrowth {
  private samples: readonly Sample[] = [];

  /** Adds a sample. */
  note(bytes: number, atMs: number): void {
    const recent = this.samples.filter((one) => atMs - one.atMs <= windowMs);
    this.samples = [...recent, { bytes, atMs }].slice(-samplesMax);
  }

  /** The size, and the growth since the oldest sample, once that is as old as the time between two samples. */
  since(bytes: number, atMs: number): DiskEntry {
    const oldest = this.samples.find((one) => atMs - one.atMs <= windowMs);
    if (oldest === undefined || atMs - oldest.atMs < diskSampleMs) return { bytes };
    const seconds = Math.round((atMs - oldest.atMs) / 1000);
    return { bytes, growth: { bytes: bytes - oldest.bytes, seconds } };
  }
}
