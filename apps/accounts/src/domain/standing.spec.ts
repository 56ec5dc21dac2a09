import type { Posting } from '@nordgate/contracts/events';
import { balanceAfter, closingOf, withPostings } from './standing.js';
import type { Standing } from './standing.js';

const at = '2026-11-20T12:00:00.000Z';
const opened: Standing = { currency: 'NOK', balance: '100.00' };
const on = (bookingDate: string, amount: string): Posting => ({
  ...{ bookingDate, valueDate: bookingDate, currency: 'NOK', amount, details: {} },
});
let entries = 0;

/** Books postings as one entry. */
function booked(standing: Standing, postings: readonly Posting[], when = at): Standing {
  entries += 1;
  const { sequence = 0 } = standing;
  const entryId = `entry-${String(entries)}`;
  return withPostings(standing, { entryId, sequence: sequence + 1, postings, at: when });
}

describe('the newest booked transaction of an account', () => {
  it('is the last one of the latest booking date, whenever the others were booked', () => {
    const today = booked(opened, [on('2026-11-20', '-5.00'), on('2026-11-20', '-6.00')]);
    const { newest } = today;
    expect(newest).toMatchObject({ place: 1, day: '2026-11-20' });
    // A transaction of an earlier day is booked later.
    expect(booked(today, [on('2026-11-03', '7.00')]).newest).toEqual(newest);
    expect(booked(today, [on('2026-11-21', '7.00')]).newest).toMatchObject({ day: '2026-11-21' });
  });
});

describe('the closing balance of an account', () => {
  it('is the balance without what is booked on the latest day', () => {
    const yesterday = booked(opened, [on('2026-11-19', '-30.00')]);
    const today = booked(yesterday, [on('2026-11-20', '-5.00'), on('2026-11-20', '-6.00')]);
    expect(closingOf(today)).toEqual({ day: '2026-11-20', before: '70.00' });
    // What is booked back in time belongs to the day before as well.
    const corrected = booked(today, [on('2026-11-18', '1.00')]);
    expect(closingOf(corrected)).toEqual({ day: '2026-11-20', before: '71.00' });
  });

  it('is not known without a booking', () => {
    expect(closingOf(opened)).toBeUndefined();
  });
});

describe('the balance after postings', () => {
  it('is exact', () => {
    expect(balanceAfter(opened, [{ amount: '0.10' }, { amount: '0.20' }])).toBe('100.30');
  });
});
