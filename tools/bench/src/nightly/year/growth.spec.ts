import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { growingIn, verdictOfYear } from './growth.js';
import type { Sample } from './growth.js';

/** Samples of one table, ten days apart. */
const samples = (...rows: readonly number[]): readonly Sample[] =>
  rows.map((count, at) => ({
    day: at * 10,
    sizes: new Map([['payments es.inbox', { rows: count, bytes: 100 * count }]]),
  }));

describe('growingIn', () => {
  it('names a table that has more rows at the end than ever before, with what it gets a day', () => {
    expect(growingIn(samples(0, 100, 200, 300, 400), 10)).toEqual([
      { name: 'payments es.inbox', rowsADay: 10, bytesADay: 1000 },
    ]);
  });

  it.each([
    ['is steady', samples(0, 100, 100, 100, 100)],
    ['goes up and down with the months', samples(0, 100, 140, 100, 140)],
    ['has a few rows more', samples(0, 1, 1, 2, 4)],
  ])('leaves out a table that %s', (_what, rows) => {
    expect(growingIn(rows, 10)).toEqual([]);
  });

  it('leaves out what a table gets before the steady state', () => {
    expect(growingIn(samples(0, 500, 1000, 1000, 1000, 1000), 20)).toEqual([]);
  });
});

describe('verdictOfYear', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../../docs/operations/data.md'),
    'utf8',
  );
  /** A year in which this gets a row a day. */
  const yearOf = (name: string): readonly Sample[] =>
    Array.from({ length: 13 }, (_, at) => ({
      day: at * 30,
      sizes: new Map([[name, { rows: at * 30, bytes: at * 3000 }]]),
    }));

  it.each([
    'accounts events of entry',
    'core events of customer',
    'payments events of operation',
    'sca es.claim',
    'sca public.ended_resource',
    'files export',
  ])('holds where the page says that it grows: %s', (name) => {
    expect(verdictOfYear(yearOf(name), page)).toMatchObject({
      hasHeld: true,
      lines: [`grows: ${name}, 1.0 rows and 100 bytes a day`],
    });
  });

  it.each([
    'batch events of schedule',
    'sca events of psu',
    'payments events of payment',
    'batch events of no-such-stream',
    'batch public.order_book',
  ])('does not hold where something else grows: %s', (name) => {
    expect(verdictOfYear(yearOf(name), page)).toMatchObject({
      hasHeld: false,
      lines: [expect.stringContaining('AND NO PAGE SAYS SO') as string],
    });
  });
});
