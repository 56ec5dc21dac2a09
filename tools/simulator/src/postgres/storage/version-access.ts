import { MustWait } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Row } from '../values.js';
import type { Cluster } from './cluster.js';
import type { Database } from './database.js';
import type { Heap, Key } from './heap.js';
import { lockModes } from './relation-locks.js';
import type { Index, Table } from './table.js';
import type { Transaction } from './transaction.js';
import { isVisible, lockerAgainst, lockRecord } from './version.js';
import type { RowRecord, Version } from './version.js';

export const concurrent = () =>
  new SqlError('40001', 'could not serialize access due to concurrent update');

/** A replayed statement meets a row that changed meanwhile: it has to read again. */
export class StaleSight extends Error {}

/** Reads and writes versions of rows for the statements of a session. */
export abstract class VersionAccess {
  /** The transaction of the session; replaced at each begin. */
  own!: Transaction;
  /** What has committed up to here is visible. */
  protected order = 0;
  /** What own commands before this one wrote is visible. */
  protected commandId = 0;

  constructor(
    readonly cluster: Cluster,
    readonly database: Database,
  ) {}

  /** How often `command` was called in this attempt to run the statement. */
  #commands = 0;
  /** What commands of the next attempt see that ran before the statement had to wait for a key. */
  #replayed: { readonly upTo: number; readonly order: number }[] = [];
  #waitedAt = 0;

  /** Begins an attempt to run a statement: what committed before it is visible, unless the transaction has its own sight. */
  startStatement(): void {
    this.#commands = 0;
    this.order = this.#orderNow();
    this.commandId = ++this.own.commands;
  }

  /**
   * The next attempt reads until the same command what this one has read. A statement of PostgreSQL waits in the middle, so
   * its earlier commands do not see what commits meanwhile, and the later ones do.
   */
  replay(): void {
    this.#replayed.push({ upTo: this.#commands, order: this.#waitedAt });
    this.cluster.pin(this.own, this.#replayed[0]?.order ?? this.#waitedAt);
  }

  /** The next attempt sees everything that has committed by then. */
  readAgain(): void {
    if (this.#replayed.length === 0) return;
    this.#replayed = [];
    this.cluster.pin(this.own, undefined);
  }

  command<T>(act: () => T): T {
    const [outer, order] = [this.commandId, this.order];
    this.#commands += 1;
    this.order = this.#orderNow();
    this.commandId = ++this.own.commands;
    try {
      return act();
    } finally {
      this.commandId = outer;
      this.order = order;
    }
  }

  #orderNow(): number {
    const { own, cluster } = this;
    if (own.isolation === 'repeatable read') return cluster.keepSight(own).order;
    const replayed = this.#replayed.find(({ upTo }) => this.#commands <= upTo);
    return replayed?.order ?? cluster.order;
  }

  protected visible(versions: Iterable<Version>): Version[] {
    const { own } = this;
    const found: Version[] = [];
    for (const version of versions) {
      if (isVisible(version, own, this.order, this.commandId)) found.push(version);
    }
    return found;
  }

  protected read(table: Table): Heap {
    this.database.relationLocks.lock(table.id, this.own, lockModes.accessShare);
    return this.database.heap(table.heap);
  }

  protected write(table: Table): Heap {
    this.writable();
    this.database.relationLocks.lock(table.id, this.own, lockModes.rowExclusive);
    this.cluster.assignXid(this.own);
    return this.database.heap(table.heap);
  }

  protected writable(): void {
    if (this.own.isReadOnly) {
      throw new SqlError('25006', 'cannot execute a write in a read-only transaction');
    }
  }

  protected add(heap: Heap, version: Version): Version {
    const { record } = version;
    const before = record.newest as Version | undefined;
    record.newest = version;
    heap.add(version);
    this.own.undo.push(() => {
      heap.remove(version);
      if (before) record.newest = before;
    });
    return version;
  }

  /** The row that has the key of another one in a unique index now, visible or not. */
  protected holder(
    heap: Heap,
    index: Index,
    keyOf: (row: Row) => Key | undefined,
    row: Row,
  ): Version | undefined {
    const wanted = keyOf(row);
    if (wanted === undefined) return undefined;
    const name = `unique ${String(index.id)}`;
    for (const version of heap.found(name, keyOf, wanted)) {
      const { by, endedBy } = version;
      if (endedBy?.isEnded === true || endedBy === this.own) continue;
      if (by !== this.own && !by.isEnded) throw this.#waitForKey(by, index);
      if (endedBy) throw this.#waitForKey(endedBy, index);
      return version;
    }
    return undefined;
  }

  #waitForKey(other: Transaction, index: Index): MustWait {
    this.#waitedAt = this.order;
    return new MustWait(other.pid, `a key of ${index.name}`, undefined, true);
  }

  /** The newest version of a row that this transaction may lock, or nothing when the row is gone. */
  protected newest(record: RowRecord): Version | undefined {
    const { newest } = record;
    const isLater = (by: Transaction | undefined) =>
      by !== undefined && by !== this.own && by.committedAt > this.order;
    if (isLater(newest.by) || isLater(newest.endedBy)) {
      throw this.own.isolation === 'repeatable read' ? concurrent() : new StaleSight();
    }
    return newest.endedBy === undefined ? newest : undefined;
  }

  /** Locks a row to write it. False when this command has written it already. */
  protected replaceable(version: Version, strength: number): boolean {
    const { record } = version;
    const other = lockerAgainst(record, this.own, strength);
    if (other) throw new MustWait(other.pid, 'a row');
    const newest = this.newest(record);
    if (newest !== version) return false;
    lockRecord(record, this.own, strength);
    return true;
  }

  protected finish(heap: Heap, version: Version): void {
    version.endedBy = this.own;
    version.endedIn = this.commandId;
    this.own.replaced.push({ version, remove: () => heap.remove(version) });
    this.own.undo.push(() => {
      version.endedBy = undefined;
    });
  }
}
