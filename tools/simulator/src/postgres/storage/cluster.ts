import { randomUUID } from 'node:crypto';
import type { Language } from '../language.port.js';
import { SqlError } from '../values.js';
import type { Snapshot } from '../values.js';
import { Database } from './database.js';
import type { DatabaseImage } from './database.js';
import { Sessions } from './sessions.js';
import { Transaction } from './transaction.js';
import type { Sight } from './transaction.js';

/** What a cluster needs from outside. */
export interface ClusterOptions {
  readonly language: Language;
  /** Microseconds since 1970. */
  readonly clock: () => bigint;
  /** Default: random. */
  readonly randomUuid?: () => string;
}

/** A version that nobody sees once everybody sees the commit that replaced it. */
interface Garbage {
  readonly remove: () => void;
  readonly replacedAt: number;
}

/** All databases of a server. They share the ids of transactions, so a snapshot is one of the whole cluster. */
export class Cluster {
  readonly databases = new Map<string, Database>();
  readonly sessions = new Sessions();
  /** Transactions with an id that have not ended, oldest first. */
  readonly #running = new Map<number, Transaction>();
  readonly #withSight = new Set<Transaction>();
  #garbage: Garbage[] = [];
  #nextXid: number;
  #lastEndedXid: number;
  #order = 0;

  constructor(
    readonly options: ClusterOptions,
    from?: { readonly databases: readonly DatabaseImage[]; readonly nextXid: number },
  ) {
    // 3 is the first id of every cluster of PostgreSQL; a new one has used some hundreds.
    this.#nextXid = from?.nextXid ?? 731;
    this.#lastEndedXid = this.#nextXid - 1;
    for (const image of from?.databases ?? []) {
      this.databases.set(image.name, new Database(image.name, image));
    }
    if (!from) this.databases.set('postgres', new Database('postgres'));
  }

  /** The place in the order of commits up to which everything is visible now. */
  get order(): number {
    return this.#order;
  }

  randomUuid(): string {
    return (this.options.randomUuid ?? randomUUID)();
  }

  /** @throws SqlError 3D000 when there is no such database */
  database(name: string): Database {
    const found = this.databases.get(name);
    if (!found) throw new SqlError('3D000', `database "${name}" does not exist`);
    return found;
  }

  assignXid(transaction: Transaction): number {
    if (transaction.xid === 0) {
      transaction.xid = this.#nextXid++;
      this.#running.set(transaction.xid, transaction);
    }
    return transaction.xid;
  }

  /** The snapshot as PostgreSQL counts it: the own transaction is in its lower bound, and not among those that run. */
  snapshot(own: Transaction): Snapshot {
    const xmax = this.#lastEndedXid + 1;
    let xmin = xmax;
    const running = new Set<bigint>();
    for (const xid of this.#running.keys()) {
      if (xid < xmin) xmin = xid;
      if (xid < xmax && xid !== own.xid) running.add(BigInt(xid));
    }
    return { xmin: BigInt(xmin), xmax: BigInt(xmax), running };
  }

  /** Keeps what a transaction sees for all its statements. */
  keepSight(transaction: Transaction): Sight {
    transaction.sight ??= { order: this.#order, ids: this.snapshot(transaction) };
    this.#withSight.add(transaction);
    return transaction.sight;
  }

  /** Keeps the versions that were visible at a place in the order of commits; undefined: no longer. */
  pin(transaction: Transaction, order: number | undefined): void {
    transaction.pinned = order;
    if (order !== undefined) this.#withSight.add(transaction);
    else if (transaction.sight === undefined) this.#withSight.delete(transaction);
  }

  commit(database: Database, own: Transaction): void {
    own.committedAt = ++this.#order;
    if (own.catalog) database.catalog = own.catalog;
    for (const { version, remove } of own.replaced) {
      // A savepoint that was rolled back may have taken the replacement back.
      if (version.endedBy === own) {
        this.#garbage.push({ remove, replacedAt: own.committedAt });
      }
    }
    this.#end(database, own);
  }

  rollback(database: Database, own: Transaction): void {
    own.undoTo(0);
    this.#end(database, own);
  }

  #end(database: Database, own: Transaction): void {
    own.isEnded = true;
    own.undo.length = 0;
    if (own.xid !== 0) {
      this.#running.delete(own.xid);
      this.#lastEndedXid = Math.max(this.#lastEndedXid, own.xid);
    }
    this.#withSight.delete(own);
    for (const record of own.lockedRecords) record.lockers?.delete(own);
    database.relationLocks.release(own);
    for (const release of own.releases) release();
    if (database.changedBy === own) database.changedBy = undefined;
    this.#vacuum();
    this.sessions.wake(own.pid);
  }

  #vacuum(): void {
    let oldest = this.#order;
    for (const { sight, pinned } of this.#withSight) {
      oldest = Math.min(oldest, sight?.order ?? oldest, pinned ?? oldest);
    }
    let removed = 0;
    for (const { remove, replacedAt } of this.#garbage) {
      if (replacedAt > oldest) break;
      remove();
      removed += 1;
    }
    if (removed > 0) this.#garbage = this.#garbage.slice(removed);
  }

  /** Everything that is committed, as a value: many clusters can begin with it. No transaction may run. */
  image(): ClusterImage {
    const databases = [...this.databases.values()].map((database) => database.image());
    return new ClusterImage(databases, this.#nextXid, this.options);
  }
}

/** A cluster at rest. */
export class ClusterImage {
  constructor(
    readonly databases: readonly DatabaseImage[],
    readonly nextXid: number,
    private readonly options: ClusterOptions,
  ) {}

  /** Another cluster with the same content, in some microseconds: rows are copied when their table is first used. */
  fork(options: Partial<ClusterOptions> = {}): Cluster {
    return new Cluster({ ...this.options, ...options }, this);
  }
}
