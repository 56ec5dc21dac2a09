/*
 * The row of a deleted stream stays in es.stream as its tombstone (ADR 40). Its version is one higher than
 * that of the last event: no append expects it, and the primary key refuses an append that creates the
 * stream.
 */

/** The state version of a tombstone; those of stream types count from 1. */
export const tombstoneStateVersion = -1;

/** The stream type of a tombstone: no service has such streams. `es.view` leaves them out. */
export const tombstoneType = 'tombstone';

/** What a tombstone keeps of the stream. */
export interface Tombstone {
  readonly streamType: string;
  /** The version of the last event. */
  readonly version: number;
  /** SHA-256 of the deleted history in hexadecimal: by it a copy elsewhere can be recognised. */
  readonly fingerprint: string;
  /** When it was deleted, by the clock of the database. */
  readonly deletedAt: string;
}
