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
/** Idle connections come and go. */
const moreFilesMax = 10;

/** What a long load shows of the processes: memory, open files, and what is not handled when it has ended. */
export function soakVerdicts(watched: readonly Watched[], lag: number): Verdict[] {
  const ofProcesses = watched.flatMap(({ name, readings }) => {
    const settled = readings.slice(Math.floor(readings.length * settledShare));
    const growth = mbAnHour(settled);
    const more = moreFiles(settled);
    return [
      {
        objective: `${name}: memory grows less than 1 MB/h`,
        measured: `${growth.toFixed(2)} MB/h, ${lastMb(settled)} MB`,
        held: growth < growthMbMax,
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

const lastMb = (readings: readonly Reading[]): string =>
  ((readings.at(-1)?.residentBytes ?? 0) / bytesOfMb).toFixed(0);

/** The slope of the memory by least squares, in MB of 1,000,000 bytes an hour; NaN of fewer than two readings. */
export function mbAnHour(readings: readonly Reading[]): number {
  const count = readings.length;
  const meanOf = (of: (one: Reading) => number) =>
    readings.reduce((sum, one) => sum + of(one), 0) / count;
  const hours = ({ seconds }: Reading) => seconds / 3600;
  const [meanHours, meanBytes] = [meanOf(hours), meanOf((one) => one.residentBytes)];
  const spread = meanOf((one) => (hours(one) - meanHours) ** 2);
  const shared = meanOf((one) => (hours(one) - meanHours) * (one.residentBytes - meanBytes));
  return shared / spread / bytesOfMb;
}

/** By how much the most open files of the last third are more than those of the first. */
export function moreFiles(readings: readonly Reading[]): number {
  const third = Math.max(1, Math.floor(readings.length / 3));
  const mostOf = (some: readonly Reading[]) => Math.max(...some.map(({ openFiles }) => openFiles));
  return mostOf(readings.slice(-third)) - mostOf(readings.slice(0, third));
}
