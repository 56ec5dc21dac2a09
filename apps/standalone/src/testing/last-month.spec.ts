import { knownHistory } from '@nordgate/accounts/known-days';
import type { KnownHistory } from '@nordgate/accounts/known-days';
import { lastMonth } from './last-month.js';

const day = '2026-03-31';

/** The balances after a history, in øre by account. */
function balancesAfter({ openings, entries }: KnownHistory): ReadonlyMap<string, number> {
  const oreOf = (amount: string) => Math.round(Number(amount) * 100);
  const balances = new Map([...openings].map(([account, amount]) => [account, oreOf(amount)]));
  for (const { is, postings } of entries) {
    for (const { account, amount } of is === 'booked' ? postings : []) {
      const before = balances.get(account);
      if (before !== undefined) balances.set(account, before + oreOf(amount));
    }
  }
  return balances;
}

const daysOf = ({ entries }: KnownHistory) =>
  entries.flatMap((entry) =>
    entry.is === 'booked' ? entry.postings.map(({ bookingDate }) => bookingDate) : [],
  );

describe('the last month of the known history', () => {
  it('ends with the known balances', () => {
    expect(balancesAfter(lastMonth(day))).toEqual(balancesAfter(knownHistory(day)));
  });

  it('has what was booked in 31 days, and what is pending', () => {
    const [month, year] = [lastMonth(day), knownHistory(day)];
    const kept = daysOf(year).filter((one) => one >= '2026-02-28');
    expect(daysOf(month)).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
    const pending = ({ entries }: KnownHistory) => entries.filter(({ is }) => is === 'pending');
    expect(pending(month)).toEqual(pending(year));
  });
});
