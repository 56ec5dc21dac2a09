import { handles } from '@nordgate/contracts/events';
import type {
  EndedReservation,
  Handled,
  PendingPosting,
  Posting,
  PostingDetails,
  PostingsBooked,
} from '@nordgate/contracts/events';
import { generationOf, transactionIdOf } from '@nordgate/contracts/rules';
import type { ReceivedEvent } from '@nordgate/decider';
import { balancesUpTo } from '../domain/money.js';

/**
 * A transaction of an account. A pending one and the booked one that follows it are two: the pending one
 * keeps the sequence at which it ended, so a read sees the account as it was at any sequence.
 */
export interface Transaction {
  /** The stream of the account or card account. */
  readonly account: string;
  /** The generation of the entry: an account that a reset opens again has no earlier transactions. */
  readonly generation: number;
  /** Only grows per account. */
  readonly sequence: number;
  readonly transactionId: string;
  readonly entryId: string;
  readonly status: 'pending' | 'booked';
  /** The booking date, or the day of the reservation: YYYY-MM-DD. */
  readonly day: string;
  readonly valueDate: string | null;
  readonly currency: string;
  readonly amount: string;
  /** Of a booked one: the booked balance after it. Null for one that an older release booked. */
  readonly balanceAfter: string | null;
  readonly details: PostingDetails;
  /** The sequence at which a pending transaction was booked or released; `notEnded` before that. */
  readonly ended: number;
}

/** `ended` of a transaction that has not ended: above every sequence. */
export const notEnded = Number.MAX_SAFE_INTEGER;

/** The events that make transactions of accounts and card accounts. The others open, change and close the account. */
export const makingTransactions = handles('accounts.events.v1', [
  'AmountReserved',
  'ReservationReleased',
  'PostingsBooked',
  'CardAmountReserved',
  'CardReservationReleased',
  'CardPostingsBooked',
]);

/** An event that makes transactions, with its account. */
export type MakingTransactions = Pick<
  ReceivedEvent<Handled<typeof makingTransactions>>,
  'stream' | 'event'
>;

/** Where the transactions of an event belong. */
type Origin = Pick<Transaction, 'account' | 'generation' | 'entryId'>;

const everyOne = () => true;

/**
 * The transactions that an event makes. One that ends a reservation has the pending transaction, too, as it ended.
 *
 * @param isWanted leaves out booked ones by their sequence: an event may have a hundred, and each id is a hash
 */
export function transactionsOf(
  { stream: account, event }: MakingTransactions,
  isWanted: (sequence: number) => boolean = everyOne,
): readonly Transaction[] {
  switch (event.type) {
    case 'AmountReserved':
    case 'CardAmountReserved': {
      const { entryId, sequence, posting } = event.data;
      return [pendingOne(originOf(account, entryId), { sequence, posting }, notEnded)];
    }
    case 'ReservationReleased':
    case 'CardReservationReleased': {
      const { entryId, sequence, reservation } = event.data;
      return [pendingOne(originOf(account, entryId), reservation, sequence)];
    }
    case 'PostingsBooked':
    case 'CardPostingsBooked': {
      const { entryId, sequence, reservation } = event.data;
      const origin = originOf(account, entryId);
      const booked = bookedOnes(origin, event.data, isWanted);
      if (reservation === undefined) return booked;
      return [pendingOne(origin, reservation, sequence), ...booked];
    }
  }
}

function originOf(account: string, entryId: string): Origin {
  return { account, generation: generationOf(entryId), entryId };
}

function pendingOne(
  origin: Origin,
  { sequence, posting }: EndedReservation,
  ended: number,
): Transaction {
  const place = { sequence, status: 'pending', day: posting.date, valueDate: null, ended } as const;
  return { ...contentOf(origin, posting, 0), ...place, balanceAfter: null };
}

function bookedOnes(
  origin: Origin,
  { sequence: first, postings, balance }: PostingsBooked['data'],
  isWanted: (sequence: number) => boolean,
): readonly Transaction[] {
  const isAt = (place: number) => isWanted(first + place);
  // Only the balance after the last posting is stored.
  const after = balance === undefined ? [] : balancesUpTo(balance, postings, isAt);
  return postings.flatMap((posting, place) => {
    if (!isAt(place)) return [];
    const { bookingDate: day, valueDate } = posting;
    const balanceAfter = after[place] ?? null;
    const booked = { status: 'booked', day, valueDate, balanceAfter, ended: notEnded } as const;
    return { ...contentOf(origin, posting, place), sequence: first + place, ...booked };
  });
}

function contentOf(
  origin: Origin,
  { currency, amount, details }: Posting | PendingPosting,
  place: number,
): Omit<Transaction, 'sequence' | 'status' | 'day' | 'valueDate' | 'balanceAfter' | 'ended'> {
  const transactionId = transactionIdOf(origin, place);
  return { ...origin, transactionId, currency, amount, details };
}
