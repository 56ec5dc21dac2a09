import { MustSleep, MustWait } from '../storage.port.js';
import type {
  IndexInfo,
  Routine,
  RowLock,
  StatementStorage,
  TableInfo,
  Tuple,
} from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Row, Snapshot, Value } from '../values.js';
import type { Catalog } from './catalog.js';
import type { Cluster } from './cluster.js';
import type { Database } from './database.js';
import { keyOf, prefixOf } from './heap.js';
import { lockModes } from './relation-locks.js';
import { duplicate, rulesOf } from './row-rules.js';
import type { RowRules } from './row-rules.js';
import type { Settings } from './settings.js';
import { systemView } from './system-views.js';
import { relationOf, tableOf } from './table.js';
import type { Index, Table } from './table.js';
import { concurrent, VersionAccess } from './version-access.js';
import { lockerAgainst, lockRecord, RowRecord, strengths, Version, versionOf } from './version.js';

/** The storage as the statements of one session see it. */
export class SessionStorage extends VersionAccess implements StatementStorage {
  /** The statement has waited for its pg_sleep and runs again. */
  hasSlept = false;

  constructor(
    cluster: Cluster,
    database: Database,
    readonly pid: number,
    readonly settings: Settings,
  ) {
    super(cluster, database);
  }

  get catalog(): Catalog {
    return this.own.catalog ?? this.database.catalog;
  }

  get hasUsualPath(): boolean {
    return this.settings.get('search_path') === defaultPath;
  }

  get path(): readonly string[] {
    if (this.hasUsualPath) return publicOnly;
    return (this.settings.get('search_path') ?? '').split(',').map((name) => name.trim());
  }

  table(schema: string | undefined, name: string): TableInfo {
    const found = this.catalog.find(schema, name, this.path);
    if (!found || found.kind === 'view') {
      const full = schema === undefined ? name : `${schema}.${name}`;
      throw new SqlError('42P01', `relation "${full}" does not exist`);
    }
    return found;
  }

  view(schema: string | undefined, name: string) {
    const found = this.catalog.find(schema, name, this.path);
    return found?.kind === 'view' ? found : undefined;
  }

  scan(info: TableInfo): Iterable<Tuple> {
    const table = relationOf(info);
    if (table.kind === 'sequence') {
      const { last, isCalled } = this.database.counter(table.id);
      return [{ row: [last, isCalled] }];
    }
    return this.visible(this.read(table).versions);
  }

  lookup(info: TableInfo, index: IndexInfo, values: readonly Value[]): Iterable<Tuple> {
    const heap = this.read(tableOf(info));
    const key = keyOf(values);
    if (key === undefined) return [];
    const { name, keyOf: keyOfRow } = prefixOf(index, values.length);
    return this.visible(heap.found(name, keyOfRow, key));
  }

  insert(info: TableInfo, given: Row): Tuple {
    const table = tableOf(info);
    const rules = this.#rules(table);
    const row = rules.checked(this, given);
    const heap = this.write(table);
    for (const { index, keyOf: key } of rules.unique) {
      if (this.holder(heap, index, (other) => key(this, other), row))
        throw this.#duplicate(table, index, row);
    }
    const record = new RowRecord();
    return this.add(heap, new Version(row, record, this.own, this.commandId));
  }

  conflicting(info: TableInfo, row: Row, index?: IndexInfo): Tuple | undefined {
    const table = tableOf(info);
    const heap = this.write(table);
    for (const { index: unique, keyOf: key } of this.#rules(table).unique) {
      if (index && index.name !== unique.name) continue;
      const found = this.holder(heap, unique, (other) => key(this, other), row);
      if (!found) continue;
      const isLater = found.by !== this.own && found.by.committedAt > this.order;
      if (isLater && this.own.isolation === 'repeatable read') throw concurrent();
      return found;
    }
    return undefined;
  }

  update(info: TableInfo, old: Tuple, given: Row): Tuple {
    const table = tableOf(info);
    const rules = this.#rules(table);
    const heap = this.write(table);
    const version = versionOf(old);
    const row = rules.checked(this, given);
    const changed = rules.unique.filter(
      ({ keyOf: key }) => key(this, version.row) !== key(this, row),
    );
    if (!this.replaceable(version, changed.length > 0 ? 3 : 2)) return version;
    this.finish(heap, version);
    for (const { index, keyOf: key } of changed) {
      if (this.holder(heap, index, (other) => key(this, other), row))
        throw this.#duplicate(table, index, row);
    }
    return this.add(heap, new Version(row, version.record, this.own, this.commandId));
  }

  delete(info: TableInfo, old: Tuple): void {
    const heap = this.write(tableOf(info));
    const version = versionOf(old);
    if (this.replaceable(version, 3)) this.finish(heap, version);
  }

  lock(info: TableInfo, tuple: Tuple, { strength, wait }: RowLock): Tuple | undefined {
    const table = tableOf(info);
    this.writable();
    this.database.relationLocks.lock(table.id, this.own, lockModes.rowShare);
    this.currentXid();
    const { record } = versionOf(tuple);
    const place = strengths.indexOf(strength);
    const other = lockerAgainst(record, this.own, place);
    if (other) {
      if (wait === 'skip') return undefined;
      if (wait === 'wait') throw new MustWait(other.pid, 'a row');
      throw new SqlError('55P03', `could not obtain lock on row in relation "${table.name}"`);
    }
    const newest = this.newest(record);
    if (newest) lockRecord(record, this.own, place);
    return newest;
  }

  defaultOf(info: TableInfo, column: number): Value {
    const table = tableOf(info);
    const given = table.columns[column]?.default;
    if (given && 'sequence' in given) {
      const value = this.#next(given.sequence);
      return table.columns[column]?.type === 'int8' ? value : Number(value);
    }
    return this.#rules(table).defaults[column]?.(this, []) ?? null;
  }

  nextValue(sequence: string): bigint {
    const [name = '', schema] = sequence.replaceAll('"', '').split('.').toReversed();
    const found = this.catalog.find(schema, name, this.path);
    if (found?.kind !== 'sequence') {
      throw new SqlError('42P01', `relation "${sequence}" does not exist`);
    }
    return this.#next(found.id);
  }

  randomUuid(): string {
    return this.cluster.randomUuid();
  }

  currentXid(): bigint {
    return BigInt(this.cluster.assignXid(this.own));
  }

  currentXidIfAssigned(): bigint | null {
    return this.own.xid === 0 ? null : BigInt(this.own.xid);
  }

  snapshot(): Snapshot {
    return this.own.sight?.ids ?? this.cluster.snapshot(this.own);
  }

  transactionTime(): bigint {
    return this.own.beganAt;
  }

  clockTime(): bigint {
    return this.cluster.options.clock();
  }

  advisoryLock(
    key: bigint,
    options: {
      readonly of: 'session' | 'transaction';
      readonly try: boolean;
      readonly shared?: boolean;
    },
  ): boolean {
    const { advisoryLocks: locks } = this.database;
    const { own, pid } = this;
    const isShared = options.shared === true;
    const holder = locks.lock(key, pid, isShared);
    if (holder !== undefined) {
      if (options.try) return false;
      throw new MustWait(holder, 'an advisory lock');
    }
    if (options.of === 'transaction') {
      let isHeld = true;
      const release = () => {
        if (isHeld) locks.unlock(key, pid, isShared);
        isHeld = false;
      };
      own.releases.push(release);
      own.undo.push(release);
    }
    return true;
  }

  advisoryUnlock(key: bigint): boolean {
    const { advisoryLocks: locks } = this.database;
    const isUnlocked = locks.unlock(key, this.pid, false) || locks.unlock(key, this.pid, true);
    if (isUnlocked) this.cluster.sessions.wake(this.pid);
    return isUnlocked;
  }

  setting(name: string): string | null {
    if (name === 'database') return this.database.name;
    return this.settings.get(name);
  }

  setSetting(name: string, value: string, isLocal: boolean): void {
    this.settings.set(name, value, isLocal, this.own);
  }

  undoable<T>(act: () => T): T {
    const mark = this.own.undo.length;
    try {
      return act();
    } catch (error) {
      this.own.undoTo(mark);
      throw error;
    }
  }

  routine(schema: string | undefined, name: string, parameters: number): Routine | undefined {
    return this.catalog.routine(schema, name, parameters, this.path);
  }

  relationId(schema: string | undefined, name: string): number | undefined {
    const relation = this.catalog.find(schema, name, this.path);
    return relation?.id ?? this.catalog.index(schema, name, this.path)?.index.id;
  }

  sleep(seconds: number): void {
    if (!this.hasSlept) throw new MustSleep(seconds * 1000);
  }

  backendPid(): number {
    return this.pid;
  }

  terminateBackend(pid: number): boolean {
    const session = this.cluster.sessions.get(pid);
    session?.terminate();
    return session !== undefined;
  }

  systemView(name: string) {
    return systemView(this, name);
  }

  #rules(table: Table): RowRules {
    return rulesOf(table, this.cluster.options.language, this);
  }

  #duplicate(table: Table, index: Index, row: Row): SqlError {
    return duplicate(table, index, row, this.cluster.options.language);
  }

  #next(sequence: number): bigint {
    this.writable();
    const counter = this.database.counter(sequence);
    counter.last = counter.isCalled ? counter.last + 1n : counter.last;
    counter.isCalled = true;
    return counter.last;
  }
}

const defaultPath = '"$user", public';
const publicOnly = ['public'];
