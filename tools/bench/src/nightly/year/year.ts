import { setTimeout as pause } from 'node:timers/promises';
import { dayInOslo } from '@nordgate/contracts/rules';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { say } from '@nordgate/local/tool';
import {
  isWithoutLimit,
  keptStream,
  keptStreamsOn,
  keptTable,
  keptTablesOn,
} from '@nordgate/testing';
import { NightlyClock } from '../nightly-clock.js';
import { firstDay, liveDay } from './day-of-bank.js';
import type { DayOfBank } from './day-of-bank.js';
import { growingIn } from './growth.js';
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
/** Months of retention, the month of an archive, and the pass of the export. */
const steadyFrom = 180;
/** Tables with a term above a year, whatever the profile says. */
const longTerms = new Set(['sca public.ended_resource']);
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

/** What grows, and whether the page about personal data says so of each table and of each category of streams. */
export function verdictOfYear(
  samples: readonly Sample[],
  page: string,
): { readonly lines: readonly string[]; readonly hasHeld: boolean } {
  const isNamed = namedOn(page);
  const growing = growingIn(samples, steadyFrom);
  const lines = growing.map(
    ({ name, rowsADay, bytesADay }) =>
      `grows: ${name}, ${rowsADay.toFixed(1)} rows and ${bytesADay.toFixed(0)} bytes a day${isNamed(name) ? '' : ', AND NO PAGE SAYS SO'}`,
  );
  return { lines, hasHeld: growing.every(({ name }) => isNamed(name)) };
}

/** Whether the page says that something grows. */
function namedOn(page: string): (name: string) => boolean {
  const [tables, streams] = [keptTablesOn(page), keptStreamsOn(page)];
  const ownerOf = (database: string) => (database === 'core' ? 'accounts' : database);
  return (name) => {
    const events = categoryIn(name);
    if (events !== undefined) {
      const line = keptStream(streams, ownerOf(events.service), events.category);
      return line?.is.includes('grow') === true;
    }
    const [service = '', table = ''] = name.split(' ');
    if (service === 'files' || longTerms.has(name)) return true;
    const line = keptTable(tables, ownerOf(service), table);
    return line !== undefined && isWithoutLimit(line);
  };
}
