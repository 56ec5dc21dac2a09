import { knownHistory } from '@nordgate/accounts/known-days';
import type { HistoryUntil, KnownHistory } from '@nordgate/accounts/known-days';
import { daysLater } from '@nordgate/contracts/rules';

const days = 31;

/**
 * The last month of the known history. Accounts begin with the balances that the months before it left, so that they end with the
 * known balances; cards begin with nothing. A world with a year of transactions costs ten times as much processor time.
 */
export const lastMonth: HistoryUntil = (day) => {
  const first = daysLater(day, -days);
  const history = knownHistory(day);
  const entries = history.entries.map((entry) => since(first, entry));
  const before = netBefore(first, history);
  const openings = [...history.openings].map(
    ([account, amount]) => [account, kroner(oreOf(amount) + (before.get(account) ?? 0))] as const,
  );
  return {
    openings: new Map(openings),
    entries: entries.filter(({ postings }) => postings.length > 0),
  };
};

type Entry = KnownHistory['entries'][number];

/** An entry with its postings of these days. Both sides of a transfer have one day. */
function since(first: string, entry: Entry): Entry {
  if (entry.is === 'pending') return entry;
  return { ...entry, postings: entry.postings.filter(({ bookingDate }) => bookingDate >= first) };
}

/** What was booked before a day, in øre by account. */
function netBefore(first: string, { entries }: KnownHistory): ReadonlyMap<string, number> {
  const net = new Map<string, number>();
  for (const entry of entries) {
    if (entry.is === 'pending') continue;
    for (const { account, amount, bookingDate } of entry.postings) {
      if (bookingDate < first) net.set(account, (net.get(account) ?? 0) + oreOf(amount));
    }
  }
  return net;
}

const oreOf = (amount: string) => Number(amount.replace('.', ''));
const kroner = (ore: number) => (ore / 100).toFixed(2);
