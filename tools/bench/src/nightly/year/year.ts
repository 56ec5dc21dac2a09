import { setTimeout as pause } from 'node:timers/promises';
import { dayInOslo } from '@nordgate/contracts/rules';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { say } from '@nordgate/local/tool';
import { NightlyClock } from '../nightly-clock.js';
import { firstDay, liveDay } from './day-of-bank.js';
import type { DayOfBank } from './day-of-bank.js';
import type { Sample } from './growth.js';
import { ReaderPlaces } from './reader-places.js';
import { categoryIn, storeSize, tableSizes } from '../table-sizes.js';
import type { Size } from '../table-sizes.js';
import { prepareYear, startYearBank, storeFolders, yearDatabases } from './year-bank.js';
import type { YearPlace } from './year-bank.js';

/** How long the bank lives. */
export interface YearRun extends DayOfBank {
  readonly days: number;
  /** Days between two moves of the clock. */
  readonly step: number;
}

const sampleDays = 30;
const nameWidth = 34;
/** Periodic work has begun with the bank. */
const workMs = 500;

/**
 * Lets a bank live for a year. The clock of this process and of PostgreSQL moves a day at a time; the bank is stopped before
 * and started after, so its periodic work runs each day.
 *
 * @param clocksDir a folder that the account of PostgreSQL can read
 * @returns samples of what the bank holds
 */
export async function liveYear(
  run: YearRun,
  { dataDir, clocksDir }: { readonly dataDir: string; readonly clocksDir: string },
): Promise<readonly Sample[]> {
  const server = await startEmbeddedServer({
    dataDir: `${dataDir}/postgres`,
    durable: false,
    log: () => undefined,
  });
  const place = { dataDir, server };
  const samples: Sample[] = [];
  try {
    await prepareYear(place);
    const places = new ReaderPlaces((name) => server.url(name));
    const clock = new NightlyClock(clocksDir, server.url('postgres'));
    for (let day = 0; day <= run.days; day += run.step) {
      await clock.move(day > 0 ? run.step : 0);
      await liveOne(place, run, day);
      for (const name of yearDatabases) await places.keep(name);
      const isLast = day + run.step > run.days;
      if (day % sampleDays >= run.step && !isLast) continue;
      const sample = await sampleOf(place, day);
      samples.push(sample);
      say(lineOf(sample));
    }
    return samples;
  } finally {
    await server.stop();
  }
}

async function liveOne(place: YearPlace, run: YearRun, day: number): Promise<void> {
  const running = await startYearBank(place);
  try {
    if (day === 0) await firstDay(running, place, run);
    const { payments, entries } = run;
    const whole = { ...run, payments: payments * run.step, entries: entries * run.step };
    await liveDay(running, place, whole, day / run.step);
    await pause(workMs);
  } finally {
    await running.stop();
  }
}

async function sampleOf(place: YearPlace, day: number): Promise<Sample> {
  const sizes = new Map<string, Size>();
  for (const name of yearDatabases) {
    for (const [table, size] of await tableSizes(name, place.server.url(name)))
      sizes.set(table, size);
  }
  for (const [name, folder] of Object.entries(storeFolders(place)))
    sizes.set(`files ${name}`, await storeSize(folder));
  return { day, sizes };
}

function lineOf({ day, sizes }: Sample): string {
  const counted = [...sizes].filter(([name]) => categoryIn(name) === undefined);
  const parts = Map.groupBy(counted, ([name]) =>
    name.startsWith('files') ? name : name.split(' ')[0],
  );
  const sums = [...parts].map(([part, found]) => {
    const bytes = found.reduce((sum, [, size]) => sum + size.bytes, 0);
    return `${part ?? ''} ${(bytes / 1000).toFixed(0)}`;
  });
  return `day ${String(day).padStart(3)}, ${dayInOslo(new Date())}, KB: ${sums.join(', ')}`;
}

/** The rows of each table at each sample. */
export function linesOfYear(samples: readonly Sample[]): readonly string[] {
  const names = [...(samples.at(-1)?.sizes.keys() ?? [])];
  const rows = names.flatMap((name) => {
    const counts = samples.map(({ sizes }) => sizes.get(name)?.rows ?? 0);
    if (Math.max(...counts) === 0) return [];
    const bytes = samples.at(-1)?.sizes.get(name)?.bytes ?? 0;
    const numbers = counts.map((count) => String(count).padStart(6)).join('');
    return [`${name.padEnd(nameWidth)} ${numbers}  ${(bytes / 1000).toFixed(0)} KB`];
  });
  return [`rows on days ${samples.map(({ day }) => String(day)).join(', ')}`, ...rows];
}
