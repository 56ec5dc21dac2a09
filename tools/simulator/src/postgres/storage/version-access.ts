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

  /** Begins a statement: what committed before it is visible, unless the transaction has a sight of its own. */
  startStatement(): void {
    const { own, cluster } = this;
    this.order = own.isolation === 'repeatable read' ? cluster.keepSight(own).order : cluster.order;
    this.commandId = ++own.commands;
  }

  command<T>(act: () => T): T {
    const outer = this.commandId;
    this.commandId = ++this.own.commands;
    try {
      return act();
    } finally {
      this.commandId = outer;
    }
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

  /** The row that has the key of another one in a unique index now, whoever sees it. */
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
      if (by !== this.own && !by.isEnded) throw new MustWait(by.pid, `a key of ${index.name}`);
      if (endedBy) throw new MustWait(endedBy.pid, `a key of ${index.name}`);
      return version;
    }
    return undefined;
  }

  /** The newest version of a row that this transaction may lock, or nothing when the row is gone. */
  protected newest(record: RowRecord): Version | undefined {
    const { newest } = record;
    const isRepeatable = this.own.isolation === 'repeatable read';
    const isLater = (by: Transaction | undefined) =>
      by !== undefined && by !== this.own && by.committedAt > this.order;
    if (isRepeatable && (isLater(newest.by) || isLater(newest.endedBy))) throw concurrent();
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
    this.own.replaced.push({ heap, version });
    this.own.undo.push(() => {
      version.endedBy = undefined;
    });
  }
}
