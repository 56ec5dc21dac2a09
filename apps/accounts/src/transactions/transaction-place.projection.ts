import { hash } from 'node:crypto';
import type { Handled } from '@nordgate/contracts/events';
import type { Projection, RowChange } from '@nordgate/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { makingTransactions, notEnded, transactionsOf } from './transactions-of.js';
import type { Transaction } from './transactions-of.js';

/**
 * Where the transaction of an account is: the event that makes it, and what a read looks for. The event has the rest. One
 * that was pending and is booked has two places, as it is two transactions.
 */
@Entity('transaction_place')
export class TransactionPlace {
  /** `accountKeyOf` of the stream of the account or card account. */
  @PrimaryColumn('uuid')
  account!: string;

  /** Only grows per account, over generations, too. */
  @PrimaryColumn('bigint')
  sequence!: number;

  /** As of the transaction. It is in no index: only accounts of sandboxes before ADR 56 have transactions of several. */
  @Column('bigint')
  generation!: number;

  /** `dayNumberOf` of the day of the transaction. */
  @Column('integer')
  day!: number;

  /** The version of the event. */
  @Column('bigint')
  version!: number;

  /** `idKeyOf` of the id of the transaction. */
  @Column('bigint')
  id!: string;

  /** Of a pending one: the sequence at which it was booked or released, and `notEnded` before that. Null for a booked one. */
  @Column('bigint', { nullable: true })
  ended!: number | null;

  /** `idKeyOf` of the id that was given by hand to the use of a card. */
  @Column('bigint', { name: 'given_id', nullable: true })
  givenId!: string | null;
}

/** The parts of a UUID among its 32 digits. */
const uuidCuts = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;

/** 128 bits of SHA-256 of a stream, as a UUID: half of the bytes of its id. */
export function accountKeyOf(account: string): string {
  const hex = sha256(account).toString('hex', 0, 16);
  return uuidCuts.map(([from, to]) => hex.slice(from, to)).join('-');
}

/** 64 bits of SHA-256 of an id: worlds have the same ids, so the account and its generation are in it. A bigint, as text. */
export function idKeyOf(
  { account, generation }: Pick<Transaction, 'account' | 'generation'>,
  id: string,
): string {
  return sha256(`${account}\n${String(generation)}\n${id}`)
    .readBigInt64BE(0)
    .toString();
}

const sha256 = (text: string) => hash('sha256', text, 'buffer');

/** YYYY-MM-DD as a number of eight digits, in the same order. */
export function dayNumberOf(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** The day of a number: YYYY-MM-DD. */
export function dayOf(dayNumber: number): string {
  const digits = String(dayNumber).padStart(8, '0');
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].join('-');
}

function placeOf(transaction: Transaction, version: number): TransactionPlace {
  const { account, generation, sequence, status, day, transactionId, ended, details } = transaction;
  const givenId = details.card?.cardTransactionId;
  return {
    account: accountKeyOf(account),
    sequence,
    generation,
    day: dayNumberOf(day),
    version,
    id: idKeyOf(transaction, transactionId),
    ended: status === 'pending' ? ended : null,
    givenId: givenId === undefined ? null : idKeyOf(transaction, givenId),
  };
}

type TransactionPlaces = Projection<TransactionPlace, Handled<typeof makingTransactions>>;

/** The places of the transactions of all accounts and card accounts. */
export const transactionPlaces: TransactionPlaces = {
  name: 'transaction-places',
  // A migration registers version 1 where earlier events have to be read: a rebuild then fills the table.
  version: 2,
  entity: TransactionPlace,
  eventTypes: makingTransactions.types,
  rowsOf: (received): readonly RowChange<TransactionPlace>[] =>
    transactionsOf(received).map((one) => ({ put: placeOf(one, received.version) })),
};

/** SQL: a place of a transaction that is there now. A pending one that ended is there as a booked one, or not at all. */
export const isThereNow = `(ended is null or ended = ${String(notEnded)})`;
