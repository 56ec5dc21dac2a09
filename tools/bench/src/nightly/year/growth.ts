import type { Sizes } from '../table-sizes.js';

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
