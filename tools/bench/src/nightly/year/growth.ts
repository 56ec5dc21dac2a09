import {
  isWithoutLimit,
  keptStream,
  keptStreamsOn,
  keptTable,
  keptTablesOn,
} from '@nordgate/testing';
import { categoryIn } from '../table-sizes.js';
import type { Sizes } from '../table-sizes.js';

/** Months of retention, the month of an archive, and the pass of the export. */
const steadyFromDay = 180;
/** Tables with a term above a year, whatever the profile says. */
const longTerms = new Set(['sca public.ended_resource']);

/** What a bank held on a day. */
export interface Sample {
  readonly day: number;
  readonly sizes: Sizes;
}

/** Something that grows. */
export interface Growing {
  readonly name: string;
  readonly rowsADay: number;
  readonly bytesADay: number;
}

/** A month with more payments than another is no growth. */
const spread = 1.1;
const rowsMin = 5;

/**
 * What grows after the steady state has been reached: its most rows in the second half of the samples are a tenth above those in
 * the first half.
 */
export function growingIn(samples: readonly Sample[], steadyFrom: number): readonly Growing[] {
  const steady = samples.filter(({ day }) => day >= steadyFrom);
  const middle = Math.floor(steady.length / 2);
  const [early, late] = [steady.slice(0, middle), steady.slice(middle)];
  const [first, last] = [steady[0], steady.at(-1)];
  if (first === undefined || last === undefined || early.length === 0) return [];
  return [...last.sizes.keys()].flatMap((name) => {
    const [before, after] = [mostRows(early, name), mostRows(late, name)];
    if (after <= before * spread || after - before < rowsMin) return [];
    const days = last.day - first.day;
    const grown = (of: 'rows' | 'bytes') =>
      ((last.sizes.get(name)?.[of] ?? 0) - (first.sizes.get(name)?.[of] ?? 0)) / days;
    return [{ name, rowsADay: grown('rows'), bytesADay: grown('bytes') }];
  });
}

const mostRows = (samples: readonly Sample[], name: string) =>
  Math.max(...samples.map(({ sizes }) => sizes.get(name)?.rows ?? 0));

/** What grows, and whether the page about personal data says so of each table and of each category of streams. */
export function verdictOfYear(
  samples: readonly Sample[],
  page: string,
): { readonly lines: readonly string[]; readonly hasHeld: boolean } {
  const isNamed = namedOn(page);
  const growing = growingIn(samples, steadyFromDay);
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
