import type { Tuple } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Row } from '../values.js';
import type { Transaction } from './transaction.js';

/** A row through all its versions, and who has locked it. */
export class RowRecord {
  newest!: Version;
  /** The strength (a place in `strengths`) by transaction. */
  lockers: Map<Transaction, number> | undefined;
}

/** One version of a row. Rolled back versions are removed, so a version belongs to a running or a committed transaction. */
export class Version implements Tuple {
  endedBy: Transaction | undefined;
  endedIn = 0;
  /** The buckets of indexes that hold it. */
  readonly places: Set<Version>[] = [];

  constructor(
    readonly row: Row,
    readonly record: RowRecord,
    readonly by: Transaction,
    /** The command that wrote it. */
    readonly command: number,
  ) {}
}

/**
 * Whether a version is visible.
 *
 * @param order what has committed up to here is visible
 * @param command what own earlier commands wrote is visible
 */
export function isVisible(
  version: Version,
  own: Transaction,
  order: number,
  command: number,
): boolean {
  const { by, endedBy } = version;
  if (by === own ? version.command >= command : by.committedAt > order) return false;
  if (endedBy === undefined) return true;
  return endedBy === own ? version.endedIn >= command : endedBy.committedAt > order;
}

/** Locks of rows from the weakest to the strongest: two exclude each other when their places sum up to 3 or more. */
export const strengths = ['key share', 'share', 'no key update', 'update'] as const;

/** Another transaction whose lock excludes this one, or nothing. */
export function lockerAgainst(
  record: RowRecord,
  own: Transaction,
  strength: number,
): Transaction | undefined {
  if (record.lockers === undefined) return undefined;
  for (const [other, held] of record.lockers) {
    if (other !== own && held + strength >= 3) return other;
  }
  return undefined;
}

/** Locks a row that no other transaction excludes; the lock is undone with the transaction's steps. */
export function lockRecord(record: RowRecord, own: Transaction, strength: number): void {
  const lockers = (record.lockers ??= new Map<Transaction, number>());
  const held = lockers.get(own);
  if (held !== undefined && held >= strength) return;
  lockers.set(own, strength);
  if (held === undefined) own.lockedRecords.push(record);
  own.undo.push(() => {
    if (held === undefined) lockers.delete(own);
    else lockers.set(own, held);
  });
}

/** @throws SqlError 42809 for the row of a sequence */
export function versionOf(tuple: Tuple): Version {
  if (tuple instanceof Version) return tuple;
  throw new SqlError('42809', 'a row of a sequence cannot be changed');
}
