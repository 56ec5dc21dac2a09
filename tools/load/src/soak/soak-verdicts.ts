import type { Verdict } from '../objectives.js';
import type { Reading } from './process-readings.js';

/** The readings of a process, from the begin of the load to its end. */
export interface Watched {
  readonly name: string;
  readonly readings: readonly Reading[];
}

const bytesOfMb = 1_000_000;
/** What a process takes up at first is no growth. */
const settledShare = 0.25;
const growthMbMax = 1;
/** The lowest heap of each part is what lives after a collection of garbage. */
const heapParts = 6;
/** Idle connections come and go. */
const moreFilesMax = 10;

/** What a long load shows of the processes: memory, open files, and what is not handled when it has ended. */
export function soakVerdicts(watched: readonly Watched[], lag: number): Verdict[] {
  const ofProcesses = watched.flatMap(({ name, readings }) => {
    const settled = readings.slice(Math.floor(readings.length * settledShare));
    const growth = mbAnHour(
      settled.map(({ seconds, residentBytes: bytes }) => ({ seconds, bytes })),
    );
    const living = livingHeap(settled);
    const livingGrowth = mbAnHour(living);
    const more = moreFiles(settled);
    return [
      {
        objective: `${name}: memory grows less than 1 MB/h`,
        measured: `${growth.toFixed(2)} MB/h, ${mb(settled.at(-1)?.residentBytes)} MB`,
        held: growth < growthMbMax,
      },
      {
        objective: `${name}: what lives in the heap grows less than 1 MB/h`,
        measured: `${livingGrowth.toFixed(2)} MB/h, ${mb(living.at(-1)?.bytes)} MB`,
        held: livingGrowth < growthMbMax,
      },
      {
        objective: `${name}: open files are flat`,
        measured: `${more < 0 ? '' : '+'}${String(more)}, ${String(settled.at(-1)?.openFiles ?? 0)}`,
        held: more <= moreFilesMax,
      },
    ];
  });
  const handled = { objective: 'every message is handled', measured: `${String(lag)} are not` };
  return [...ofProcesses, { ...handled, held: lag === 0 }];
}

const mb = (bytes = 0): string => (bytes / bytesOfMb).toFixed(0);

/** How much memory there was at a moment. */
interface Held {
  /** Since the load began. */
  readonly seconds: number;
  readonly bytes: number;
}

/** The lowest heap of each sixth of the readings. */
export function livingHeap(readings: readonly Reading[]): readonly Held[] {
  const length = Math.max(1, Math.ceil(readings.length / heapParts));
  const parts = Array.from({ length: Math.ceil(readings.length / length) }, (_, part) =>
    readings.slice(part * length, (part + 1) * length),
  );
  return parts.flatMap((part) => {
    const [lowest] = part.toSorted((a, b) => a.heapBytes - b.heapBytes);
    return lowest === undefined ? [] : [{ seconds: lowest.seconds, bytes: lowest.heapBytes }];
  });
}

/** The slope of the memory by least squares, in MB of 1,000,000 bytes an hour; NaN of fewer than two readings. */
export function mbAnHour(held: readonly Held[]): number {
  const count = held.length;
  const meanOf = (of: (one: Held) => number) => held.reduce((sum, one) => sum + of(one), 0) / count;
  const hours = ({ seconds }: Held) => seconds / 3600;
  const [meanHours, meanBytes] = [meanOf(hours), meanOf(({ bytes }) => bytes)];
  const spread = meanOf((one) => (hours(one) - meanHours) ** 2);
  const shared = meanOf((one) => (hours(one) - meanHours) * (one.bytes - meanBytes));
  return shared / spread / bytesOfMb;
}

/** By how much the most open files of the last third are more than those of the first. */
export function moreFiles(readings: readonly Reading[]): number {
  const third = Math.max(1, Math.floor(readings.length / 3));
  const mostOf = (some: readonly Reading[]) => Math.max(...some.map(({ openFiles }) => openFiles));
  return mostOf(readings.slice(-third)) - mostOf(readings.slice(0, third));
}
