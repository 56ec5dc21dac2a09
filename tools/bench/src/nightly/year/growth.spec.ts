import { growingIn } from './growth.js';
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
