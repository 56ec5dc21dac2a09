import type { Catalog } from './catalog.js';
import type { Snapshot } from '../values.js';

export type Isolation = 'read committed' | 'repeatable read';

/** What a transaction sees: everything that committed up to a number in the order of commits. */
export interface Sight {
  readonly order: number;
  /** The same in ids of transactions, for `pg_current_snapshot`. */
  readonly ids: Snapshot;
}

/** A version that a transaction replaced or deleted. */
export interface Replaced {
  readonly version: { readonly endedBy: Transaction | undefined };
  /** Drops it once nobody sees it. */
  readonly remove: () => void;
}

/** A transaction: its id once it has written, its place in the order of commits, and how to undo what it wrote. */
export class Transaction {
  /** 0 until the transaction writes. A number, because an id of the model never passes 2^53. */
  xid = 0;
  /** Its place in the order of commits; infinite while it runs and after it was rolled back. */
  committedAt = Number.POSITIVE_INFINITY;
  isEnded = false;
  isReadOnly = false;
  /** A statement of it has run, so its isolation is fixed. */
  hasRead = false;
  isolation: Isolation = 'read committed';
  /** The sight of the whole transaction under REPEATABLE READ. */
  sight: Sight | undefined;
  /** What its statement has read up to here may be read again. */
  pinned: number | undefined;
  /** Its own form of the catalog after DDL. */
  catalog: Catalog | undefined;
  /** How to take back each step, oldest first. */
  readonly undo: (() => void)[] = [];
  readonly lockedRecords: { readonly lockers: Map<Transaction, number> | undefined }[] = [];
  /** Versions that it replaced or deleted. */
  readonly replaced: Replaced[] = [];
  /** Settings before SET LOCAL. */
  readonly settingsBefore = new Map<string, string | undefined>();
  /** Ids of the relations that it locked. */
  readonly lockedRelations = new Set<number>();
  /** Gives back what lasts as long as the transaction, such as advisory locks. */
  readonly releases: (() => void)[] = [];
  /** Counts commands: a command sees what earlier ones wrote. */
  commands = 1;

  constructor(
    readonly pid: number,
    /** Microseconds since 1970. */
    readonly beganAt: bigint,
  ) {}

  /** Takes back everything after a mark (a length of `undo`). */
  undoTo(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()?.();
  }
}

/** Wrote what is there before the first transaction. */
export const beforeAll = new Transaction(0, 0n);
beforeAll.committedAt = 0;
beforeAll.isEnded = true;
