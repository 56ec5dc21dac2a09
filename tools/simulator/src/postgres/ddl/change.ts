import type { RangeVar } from 'libpg-query';
import { MustWait } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Catalog } from '../storage/catalog.js';
import { lockModes } from '../storage/relation-locks.js';
import type { SessionStorage } from '../storage/statement-storage.js';
import type { Relation, Table } from '../storage/table.js';

/** One statement of DDL in its transaction. */
export class Change {
  /** The transaction's own form of the catalog, which this statement changes. */
  readonly catalog: Catalog;

  /** @throws MustWait while another transaction changes the same database */
  constructor(readonly storage: SessionStorage) {
    const { database, own, cluster } = storage;
    const { changedBy } = database;
    if (changedBy && changedBy !== own) throw new MustWait(changedBy.pid, 'the catalog');
    cluster.assignXid(own);
    const before = own.catalog;
    this.catalog = storage.catalog.copy();
    own.catalog = this.catalog;
    database.changedBy = own;
    own.undo.push(() => {
      own.catalog = before;
      if (before === undefined) database.changedBy = undefined;
    });
  }

  schemaOf(name: RangeVar | undefined): string {
    return name?.schemaname ?? this.storage.path[0] ?? 'public';
  }

  find(name: RangeVar | undefined): Relation | undefined {
    return this.catalog.find(name?.schemaname, name?.relname ?? '', this.storage.path);
  }

  /** The table of a name, locked as ALTER TABLE locks it. @throws SqlError 42P01 */
  table(name: RangeVar | undefined, mode: number = lockModes.accessExclusive): Table {
    const found = this.find(name);
    if (found?.kind !== 'table') throw unknownRelation(name);
    this.lock(found, mode);
    return found;
  }

  lock(relation: Relation, mode: number = lockModes.accessExclusive): void {
    this.storage.database.relationLocks.lock(relation.id, this.storage.own, mode);
  }

  /** A name that no relation of the schema has: with a number when it is taken. */
  freeName(schema: string, wanted: string, others: ReadonlySet<string> = new Set()): string {
    for (let number = 0; ; number += 1) {
      const name = number === 0 ? wanted : `${wanted}${String(number)}`;
      if (!others.has(name) && !this.catalog.isTaken(schema, name)) return name;
    }
  }
}

export function unknownRelation(name: RangeVar | undefined): SqlError {
  const { schemaname, relname = '' } = name ?? {};
  const full = schemaname === undefined ? relname : `${schemaname}.${relname}`;
  return new SqlError('42P01', `relation "${full}" does not exist`);
}
