import type {
  AmountReserved,
  Posting,
  PostingsBooked,
  ReservationReleased,
} from '@nordgate/contracts/events';
import type { ClosingBalance } from '@nordgate/contracts/queries';
import { isEntryByHand } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { isBalance, isDebit, isZero, negated, sumIn } from './money.js';

/** A reserved amount, and where a booking or a release of it has to look. */
export interface Reservation {
  /** Decimal string above zero. */
  readonly amount: string;
  readonly sequence: number;
  /** The other streams of the entry. */
  readonly others: readonly string[];
}

/** The last posting that changed the balance of an account. */
export interface LastBooking {
  readonly entryId: string;
  /** Its place among the postings of the entry to this account, from 0. */
  readonly place: number;
  /** ISO 8601. */
  readonly at: string;
}

/** The newest booked transaction: of the latest booking date the last one, whenever it was booked. */
export interface NewestBooking {
  readonly entryId: string;
  readonly place: number;
  /** Its booking date, YYYY-MM-DD in Oslo. */
  readonly day: string;
  /** What is booked on that day, in sum: the closing balance of the day before is the balance less this. */
  readonly onDay: string;
}

/**
 * What the ledger knows of an open account. Members are absent until the first entry, so that a state
 * from before the ledger is a state without entries.
 */
export interface Standing {
  readonly currency: string;
  /** Decimal string in `currency`; absent for zero. */
  readonly balance?: string;
  /** How far the balance may go below zero, as the amount above zero; absent for not at all. */
  readonly creditLimit?: string;
  /** The generation of the sandbox that opened the account; absent where it is not known. */
  readonly generation?: number;
  /** The last number that a change of this account took; absent for none. It only grows. */
  readonly sequence?: number;
  /** Where and when the balance changed last; absent without a booking. */
  readonly lastBooking?: LastBooking;
  /** Absent without a booking, and in a row of an older form that nothing has changed since. */
  readonly newest?: NewestBooking;
  /** How many postings were booked by hand; absent for none. */
  readonly bookedByHand?: number;
  /** Open reservations by entry id; absent for none. */
  readonly reservations?: Readonly<Record<string, Reservation>>;
  /** Bookings of days before this one may have left the books, YYYY-MM-DD; absent where none have. */
  readonly heldFrom?: string;
  /** When the account was carried forward last, ISO 8601 in UTC; absent for never. */
  readonly carriedAt?: string;
}

/** What an account keeps when it is closed and opened again. */
export type Lasting = Pick<Standing, 'sequence' | 'heldFrom' | 'carriedAt'>;

/** What lasts of an account: absent members stay absent. */
export function lastingOf({ sequence, heldFrom, carriedAt }: Lasting): Lasting {
  return defined({ sequence, heldFrom, carriedAt });
}

/** An account as it was carried forward; the earlier events count no more. */
export function carriedOver<Data extends { readonly at: string }>({ at, ...known }: Data) {
  return { is: 'open', ...known, carriedAt: at } as const;
}

/** The booked balance. */
export function bookedBalance({ currency, balance }: Standing): string {
  return sumIn(currency, balance === undefined ? [] : [balance]);
}

/** What can be spent: booked less reserved, and the credit limit. Below zero after a forced correction. */
export function availableBalance(standing: Standing): string {
  const { currency, balance = '0', creditLimit = '0', reservations = {} } = standing;
  const reserved = Object.values(reservations).map(({ amount }) => negated(amount));
  return sumIn(currency, [balance, creditLimit, ...reserved]);
}

/** Whether the account has the funds for a change of its balance; a credit needs none. */
export function hasFundsFor(standing: Standing, change: string): boolean {
  return isCovered(standing.currency, availableBalance(standing), change);
}

/** Whether an amount that can be spent covers a change of the balance; a credit needs nothing. */
export function isCovered(currency: string, available: string, change: string): boolean {
  const left = sumIn(currency, [available, change]);
  return !isDebit(change) || !isDebit(left) || isZero(left);
}

/** The account after the reservation. */
export function withReservation<S extends Standing>(
  standing: S,
  { entryId, sequence, posting, others }: AmountReserved['data'],
): S {
  const reservation = { amount: negated(posting.amount), sequence, others };
  const reservations = { ...standing.reservations, [entryId]: reservation };
  return { ...standing, sequence, reservations };
}

/** The account after the entry of the reservation was given up. */
export function withoutReservation<S extends Standing>(
  standing: S,
  { entryId, sequence }: ReservationReleased['data'],
): S {
  return { ...reservationsWithout(standing, entryId), sequence };
}

/** The account after the postings; they end the reservation of their entry. */
export function withPostings<S extends Standing>(
  standing: S,
  { entryId, sequence, postings, at }: PostingsBooked['data'],
): S {
  return {
    ...reservationsWithout(standing, entryId),
    balance: balanceAfter(standing, postings),
    sequence: sequence + postings.length - 1,
    lastBooking: { entryId, place: postings.length - 1, at },
    ...defined({ newest: newestAfter(standing, entryId, postings) }),
    ...(isEntryByHand(entryId) && { bookedByHand: bookedByHand(standing) + postings.length }),
  };
}

/** How many postings of the account were booked by hand. */
export function bookedByHand({ bookedByHand: booked = 0 }: Standing): number {
  return booked;
}

/** How many pending transactions of the account were made by hand. */
export function pendingByHand({ reservations = {} }: Standing): number {
  return Object.keys(reservations).filter(isEntryByHand).length;
}

/** The booked balance after postings. */
export function balanceAfter(
  standing: Standing,
  postings: readonly Pick<Posting, 'amount'>[],
): string {
  const { currency, balance = '0' } = standing;
  return sumIn(currency, [balance, ...postings.map(({ amount }) => amount)]);
}

/** Whether booked and available balance stay within the digits of an amount after these postings. */
export function canHold(standing: Standing, postings: readonly Pick<Posting, 'amount'>[]): boolean {
  return isHeld({ ...standing, balance: balanceAfter(standing, postings) });
}

/** Whether the balance has no more digits than an amount, nor has what can be spent of it, with and without reservations. */
export function isHeld(standing: Standing): boolean {
  const { currency, balance = '0', creditLimit = '0' } = standing;
  const most = sumIn(currency, [balance, creditLimit]);
  return [balance, most, availableBalance(standing)].every(isBalance);
}

/** What the ledger knows of the ends of days: undefined without a booking, and from a row of an older form. */
export function closingOf(standing: Standing): ClosingBalance | undefined {
  const { currency, newest } = standing;
  if (newest === undefined) return undefined;
  const before = sumIn(currency, [bookedBalance(standing), negated(newest.onDay)]);
  return { day: newest.day, before };
}

/** The newest booked transaction after postings. */
function newestAfter(
  { currency, newest }: Standing,
  entryId: string,
  postings: readonly Posting[],
): NewestBooking | undefined {
  let found = newest;
  postings.forEach(({ bookingDate: day, amount }, place) => {
    if (found === undefined || day > found.day) {
      found = { entryId, place, day, onDay: amount };
    } else if (day === found.day) {
      found = { entryId, place, day, onDay: sumIn(currency, [found.onDay, amount]) };
    }
  });
  return found;
}

function reservationsWithout<S extends Standing>(standing: S, entryId: string): S {
  const { reservations = {}, ...rest } = standing;
  const others = Object.entries(reservations).filter(([id]) => id !== entryId);
  if (others.length === 0) return rest as S;
  return { ...standing, reservations: Object.fromEntries(others) };
}
