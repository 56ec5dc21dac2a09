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
import type { Projection, RowChange } from '@nordgate/event-store';
import { negated, sumIn } from '../domain/money.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A transaction of an account. A pending one and the booked one that follows it are two rows: the row of
 * the pending one keeps the sequence at which it ended, so a read sees the account as it was at any
 * sequence.
 */
@Entity('transaction')
export class Transaction {
  /** The stream of the account or card account. */
  @PrimaryColumn('text')
  account!: string;

  /** The generation of the entry: an account that a reset opens again has no earlier transactions. */
  @PrimaryColumn('bigint')
  generation!: number;

  /** Only grows per account. */
  @PrimaryColumn('bigint')
  sequence!: number;

  @Column('text', { name: 'transaction_id' })
  transactionId!: string;

  @Column('text', { name: 'entry_id' })
  entryId!: string;

  @Column('text')
  status!: 'pending' | 'booked';

  /** The booking date, or the day of the reservation: YYYY-MM-DD. */
  @Column('text')
  day!: string;

  @Column('text', { name: 'value_date', nullable: true })
  valueDate!: string | null;

  @Column('text')
  currency!: string;

  @Column('text')
  amount!: string;

  /** Of a booked one: the booked balance after it. Null for one that an older release booked. */
  @Column('text', { name: 'balance_after', nullable: true })
  balanceAfter!: string | null;

  @Column('jsonb')
  details!: PostingDetails;

  /** The sequence at which a pending transaction was booked or released; `notEnded` before that. */
  @Column('bigint')
  ended!: number;
}

/** `ended` of a transaction that has not ended: above every sequence. */
export const notEnded = Number.MAX_SAFE_INTEGER;

/** The events that make transactions of accounts and card accounts. The others open, change and close the account. */
const handled = handles('accounts.events.v1', [
  'AmountReserved',
  'ReservationReleased',
  'PostingsBooked',
  'CardAmountReserved',
  'CardReservationReleased',
  'CardPostingsBooked',
]);

/** Where the rows of an event belong. */
type RowOrigin = Pick<Transaction, 'account' | 'generation' | 'entryId'>;

function rowsOf({
  stream: account,
  event,
}: ReceivedEvent<Handled<typeof handled>>): readonly RowChange<Transaction>[] {
  switch (event.type) {
    case 'AmountReserved':
    case 'CardAmountReserved': {
      const { entryId, sequence, posting } = event.data;
      return [pendingRow(originOf(account, entryId), { sequence, posting }, notEnded)];
    }
    case 'ReservationReleased':
    case 'CardReservationReleased': {
      const { entryId, sequence, reservation } = event.data;
      return [pendingRow(originOf(account, entryId), reservation, sequence)];
    }
    case 'PostingsBooked':
    case 'CardPostingsBooked': {
      const { entryId, sequence, reservation } = event.data;
      const origin = originOf(account, entryId);
      const booked = bookedRows(origin, event.data);
      if (reservation === undefined) return booked;
      return [pendingRow(origin, reservation, sequence), ...booked];
    }
  }
}

function originOf(account: string, entryId: string): RowOrigin {
  return { account, generation: generationOf(entryId), entryId };
}

function pendingRow(
  origin: RowOrigin,
  { sequence, posting }: EndedReservation,
  ended: number,
): RowChange<Transaction> {
  const place = { sequence, status: 'pending', day: posting.date, valueDate: null, ended } as const;
  return { put: { ...rowOf(origin, posting, 0), ...place, balanceAfter: null } };
}

function bookedRows(
  origin: RowOrigin,
  { sequence: first, postings, balance }: PostingsBooked['data'],
): readonly RowChange<Transaction>[] {
  const after = balancesAfter(postings, balance);
  return postings.map((posting, place) => {
    const { bookingDate: day, valueDate } = posting;
    const balanceAfter = after[place] ?? null;
    const row = rowOf(origin, posting, place);
    const booked = { status: 'booked', day, valueDate, balanceAfter, ended: notEnded } as const;
    return { put: { ...row, sequence: first + place, ...booked } };
  });
}

/** The balance after each posting. Only the one after the last posting is stored, so they are computed backwards. */
function balancesAfter(
  postings: readonly Posting[],
  balance: string | undefined,
): readonly string[] {
  if (balance === undefined) return [];
  let after = balance;
  const backwards = postings.toReversed().map(({ currency, amount }) => {
    const own = sumIn(currency, [after]);
    after = sumIn(currency, [own, negated(amount)]);
    return own;
  });
  return backwards.toReversed();
}

function rowOf(
  origin: RowOrigin,
  { currency, amount, details }: Posting | PendingPosting,
  place: number,
): Omit<Transaction, 'sequence' | 'status' | 'day' | 'valueDate' | 'balanceAfter' | 'ended'> {
  const transactionId = transactionIdOf(origin, place);
  return { ...origin, transactionId, currency, amount, details };
}

/** The transactions of all accounts and card accounts. */
export const transactionProjection: Projection<Transaction, Handled<typeof handled>> = {
  name: 'transactions',
  version: 3,
  entity: Transaction,
  eventTypes: handled.types,
  rowsOf,
};
