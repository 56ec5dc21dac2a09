import type { Handled, PostingDetails } from '@nordgate/contracts/events';
import type { Projection } from '@nordgate/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { makingTransactions, transactionsOf } from './transactions-of.js';
import type { Transaction } from './transactions-of.js';

/** A transaction as releases before ADR 90 keep it: whole. */
@Entity('transaction')
export class TransactionRow implements Transaction {
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

/**
 * The table of transactions that releases before ADR 90 read. It is followed where such a release has filled it, so that
 * processes of both can run beside each other.
 */
export const transactionProjection: Projection<
  TransactionRow,
  Handled<typeof makingTransactions>
> = {
  name: 'transactions',
  version: 3,
  isLeaving: true,
  entity: TransactionRow,
  eventTypes: makingTransactions.types,
  rowsOf: (received) => transactionsOf(received).map((put) => ({ put })),
};
