import type { PendingPosting, Posting, PostingTo } from '@nordgate/contracts/events';
import { daysLater, knownEntry } from '@nordgate/contracts/rules';
import { monthOf, Year } from './calendar.js';
import { companyYear, supplierBill } from './company-year.js';
import type { Company } from './company-year.js';
import { Draw } from './draw.js';
import { levellingTransfers } from './levelling.js';
import type { Levelled } from './levelling.js';
import { kroner, movement, netOf, oreOf, withCounterparts } from './movement.js';
import type { Movement, Parties } from './movement.js';
import { everyday } from './parties.js';
import { personYear } from './person-year.js';
import type { Person } from './person-year.js';
import { creditPurchase, debitPurchase } from './purchases.js';

/** An entry of the history; the generation of the sandbox follows in its id. */
export type HistoryEntry =
  | {
      readonly is: 'booked';
      readonly id: string;
      readonly postings: readonly PostingTo<Posting>[];
    }
  | {
      readonly is: 'pending';
      readonly id: string;
      readonly postings: readonly PostingTo<PendingPosting>[];
    };

/** What happened on the accounts of the known state. */
export interface KnownHistory {
  /** The balances of accounts before the history, by stream: it ends at the known balances. */
  readonly openings: ReadonlyMap<string, string>;
  /** In the order in which they are booked. */
  readonly entries: readonly HistoryEntry[];
}

/** A customer of the known state, with the known balances of the accounts by stream. */
export type Holder = (
  | { readonly is: 'person'; readonly person: Person }
  | { readonly is: 'company'; readonly company: Company }
) & {
  readonly balances: ReadonlyMap<string, string>;
  /** Who stands behind each of the customer's accounts and cards. */
  readonly parties: Parties;
};

/**
 * A year of transactions of some customers, until a day in Oslo (YYYY-MM-DD, included): the same for the
 * same day. No account is below zero at the end of any day, and no card above its limit. Source:
 * specification section 1.
 */
export function historyUntil(day: string, holders: readonly Holder[]): KnownHistory {
  const year = new Year(day);
  const histories = holders.map((holder) => historyOf(holder, year));
  return {
    openings: new Map(histories.flatMap(({ openings }) => [...openings])),
    entries: histories.flatMap(({ entries }) => entries),
  };
}

/** A sandbox without transactions. */
export const noHistory: KnownHistory = { openings: new Map(), entries: [] };

function historyOf(holder: Holder, year: Year): KnownHistory {
  const number = holder.is === 'person' ? holder.person.number : holder.company.number;
  const regular =
    holder.is === 'person' ? personYear(holder.person, year) : companyYear(holder.company, year);
  const level = levellingTransfers(levelledOf(holder), year, regular);
  const all = [...regular, ...level].map((one) => withCounterparts(one, holder.parties));
  const openings = [...holder.balances].map(
    ([account, balance]) => [account, kroner(oreOf(balance) - netOf(account, all))] as const,
  );
  return {
    openings: new Map(openings),
    entries: [...bookedEntries(number, all), ...pendingEntries(holder, number, year)],
  };
}

/** Marks in øre: a person keeps a little on the current account, and does not let it grow. */
const [personLow, personHigh, companyLow] = [150_000, 6_000_000, 5_000_000] as const;

function levelledOf({ balances, ...holder }: Holder): Levelled {
  const endsAt = (account: string) => oreOf(balances.get(account) ?? '0.00');
  if (holder.is === 'company') {
    const { number, running: account } = holder.company;
    return { number, account, endsAt: endsAt(account), low: companyLow };
  }
  const { number, current, savings } = holder.person;
  const { account } = current;
  const saved = { account: savings, endsAt: endsAt(savings), high: personHigh };
  return { number, account, endsAt: endsAt(account), low: personLow, savings: saved };
}

/**
 * An entry per month. The days of all movements follow each other, so that the balance after each transaction
 * is that of its day. The movements of one day keep their order.
 */
function bookedEntries(number: string, movements: readonly Movement[]): readonly HistoryEntry[] {
  const inOrder = movements.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  return [...Map.groupBy(inOrder, ({ day }) => monthOf(day))].map(([month, ofMonth]) => ({
    is: 'booked',
    id: knownEntry(`${number}-${month}`),
    postings: ofMonth.flatMap(({ day, legs }) =>
      legs.map(({ account, ore, details }) => {
        const amount = { currency: 'NOK', amount: kroner(ore) };
        return { account, ...amount, bookingDate: day, valueDate: day, details };
      }),
    ),
  }));
}

/** Two or three reservations of today and yesterday on a current account, and as many on a card. */
function pendingEntries(holder: Holder, number: string, { last }: Year): readonly HistoryEntry[] {
  const draw = new Draw(`${number}/pending/${last}`);
  const someDays = () =>
    Array.from({ length: draw.between(2, 3) }, () => daysLater(last, -draw.between(0, 1))).sort();
  const pending = [
    ...someDays().map((day) => pendingOn(holder, day, draw)),
    ...(holder.is === 'person'
      ? someDays().map((day) => movement(day, creditPurchase(holder.person.card, day, draw)))
      : []),
  ];
  return pending.map(({ day: date, legs }, at) => ({
    is: 'pending',
    id: knownEntry(`${number}-pending-${String(at + 1)}`),
    postings: legs.map(({ account, ore, details }) => {
      return { account, currency: 'NOK', amount: kroner(ore), date, details };
    }),
  }));
}

function pendingOn(holder: Holder, day: string, draw: Draw): Movement {
  if (holder.is === 'company') return supplierBill(holder.company, day, draw);
  const merchant = draw.pick(draw.pick(everyday).at);
  return movement(day, debitPurchase(holder.person.current, merchant, day, draw));
}
