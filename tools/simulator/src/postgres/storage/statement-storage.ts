import { MustWait } from '../storage.port.js';
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
import { keyOf } from './heap.js';
import type { Heap } from './heap.js';
import { lockModes } from './relation-locks.js';
import { duplicate, rulesOf } from './row-rules.js';
import type { RowRules } from './row-rules.js';
import type { Settings } from './settings.js';
import { systemView } from './system-views.js';
import type { Index, Sequence, Table } from './table.js';
import { Transaction } from './transaction.js';
import { isVisible, lockerAgainst, lockRecord, RowRecord, strengths, Version } from './version.js';

const concurrent = () =>
  new SqlError('40001', 'could not serialize access due to concurrent update');

/** The storage as the statements of one session see it. */
export class SessionStorage implements StatementStorage {
  /** The transaction of the session; replaced at each begin. */
  own!: Transaction;
  #order = 0;
  #command = 0;

  constructor(
    readonly cluster: Cluster,
    readonly database: Database,
    readonly pid: number,
    readonly settings: Settings,
  ) {}

  get catalog(): Catalog {
    return this.own.catalog ?? this.database.catalog;
  }

  get path(): readonly string[] {
    const path = this.settings.get('search_path') ?? '';
    return path === defaultPath ? publicOnly : path.split(',').map((name) => name.trim());
  }

  /** Begins a statement: what committed before it is visible, unless the transaction has a sight of its own. */
  startStatement(): void {
    const { own, cluster } = this;
    this.#order =
      own.isolation === 'repeatable read' ? cluster.keepSight(own).order : cluster.order;
    this.#command = ++own.commands;
  }

  command<T>(act: () => T): T {
    const outer = this.#command;
    this.#command = ++this.own.commands;
    try {
      return act();
    } finally {
      this.#command = outer;
    }
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
    return this.#visible(this.#read(table).versions);
  }

  lookup(info: TableInfo, index: IndexInfo, values: readonly Value[]): Iterable<Tuple> {
    const heap = this.#read(tableOf(info));
    const key = keyOf(values);
    if (key === undefined) return [];
    const columns = index.columns.slice(0, values.length);
    const keyOfRow = (row: Row) => keyOf(columns.map((at) => row[at] ?? null));
    return this.#visible(heap.found(`columns ${columns.join()}`, keyOfRow, key));
  }

  insert(info: TableInfo, given: Row): Tuple {
    const table = tableOf(info);
    const rules = this.#rules(table);
    const row = rules.checked(this, given);
    const heap = this.#write(table);
    for (const { index, keyOf: key } of rules.unique) {
      if (this.#holder(heap, index, key, row)) throw this.#duplicate(table, index, row);
    }
    const record = new RowRecord();
    return this.#add(heap, new Version(row, record, this.own, this.#command));
  }

  conflicting(info: TableInfo, row: Row, index?: IndexInfo): Tuple | undefined {
    const table = tableOf(info);
    const heap = this.#write(table);
    for (const { index: unique, keyOf: key } of this.#rules(table).unique) {
      if (index && index.name !== unique.name) continue;
      const found = this.#holder(heap, unique, key, row);
      if (!found) continue;
      const isHidden = found.by !== this.own && found.by.committedAt > this.#order;
      if (isHidden) throw concurrent();
      return found;
    }
    return undefined;
  }

  update(info: TableInfo, old: Tuple, given: Row): Tuple {
    const table = tableOf(info);
    const rules = this.#rules(table);
    const heap = this.#write(table);
    const version = versionOf(old);
    const row = rules.checked(this, given);
    const changed = rules.unique.filter(
      ({ keyOf: key }) => key(this, version.row) !== key(this, row),
    );
    if (!this.#replaceable(version, changed.length > 0 ? 3 : 2)) return version;
    this.#finish(heap, version);
    for (const { index, keyOf: key } of changed) {
      if (this.#holder(heap, index, key, row)) throw this.#duplicate(table, index, row);
    }
    return this.#add(heap, new Version(row, version.record, this.own, this.#command));
  }

  delete(info: TableInfo, old: Tuple): void {
    const heap = this.#write(tableOf(info));
    const version = versionOf(old);
    if (this.#replaceable(version, 3)) this.#finish(heap, version);
  }

  lock(info: TableInfo, tuple: Tuple, { strength, wait }: RowLock): Tuple | undefined {
    const table = tableOf(info);
    this.#writable();
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
    const newest = this.#newest(record);
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

  #visible(versions: Iterable<Version>): Version[] {
    const { own } = this;
    const found: Version[] = [];
    for (const version of versions) {
      if (isVisible(version, own, this.#order, this.#command)) found.push(version);
    }
    return found;
  }

  #read(table: Table): Heap {
    this.database.relationLocks.lock(table.id, this.own, lockModes.accessShare);
    return this.database.heap(table.heap);
  }

  #write(table: Table): Heap {
    this.#writable();
    this.database.relationLocks.lock(table.id, this.own, lockModes.rowExclusive);
    this.cluster.assignXid(this.own);
    return this.database.heap(table.heap);
  }

  #writable(): void {
    if (this.own.isReadOnly) {
      throw new SqlError('25006', 'cannot execute a write in a read-only transaction');
    }
  }

  #rules(table: Table): RowRules {
    return rulesOf(table, this.cluster.options.language, this);
  }

  #duplicate(table: Table, index: Index, row: Row): SqlError {
    return duplicate(table, index, row, this.cluster.options.language);
  }

  #add(heap: Heap, version: Version): Version {
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
  #holder(
    heap: Heap,
    index: Index,
    key: (storage: StatementStorage, row: Row) => ReturnType<typeof keyOf>,
    row: Row,
  ): Version | undefined {
    const wanted = key(this, row);
    if (wanted === undefined) return undefined;
    const name = `unique ${String(index.id)}`;
    for (const version of heap.found(name, (other) => key(this, other), wanted)) {
      const { by, endedBy } = version;
      if (endedBy?.isEnded === true || endedBy === this.own) continue;
      if (by !== this.own && !by.isEnded) throw new MustWait(by.pid, `a key of ${index.name}`);
      if (endedBy) throw new MustWait(endedBy.pid, `a key of ${index.name}`);
      return version;
    }
    return undefined;
  }

  /** The newest version of a row that this transaction may lock, or nothing when the row is gone. */
  #newest(record: RowRecord): Version | undefined {
    const { newest } = record;
    const isRepeatable = this.own.isolation === 'repeatable read';
    const isLater = (by: Transaction | undefined) =>
      by !== undefined && by !== this.own && by.committedAt > this.#order;
    if (isRepeatable && (isLater(newest.by) || isLater(newest.endedBy))) throw concurrent();
    return newest.endedBy === undefined ? newest : undefined;
  }

  /** Locks a row to write it. False when this command has written it already. */
  #replaceable(version: Version, strength: number): boolean {
    const { record } = version;
    const other = lockerAgainst(record, this.own, strength);
    if (other) throw new MustWait(other.pid, 'a row');
    const newest = this.#newest(record);
    if (newest !== version) return false;
    lockRecord(record, this.own, strength);
    return true;
  }

  #finish(heap: Heap, version: Version): void {
    version.endedBy = this.own;
    version.endedIn = this.#command;
    this.own.replaced.push({ heap, version });
    this.own.undo.push(() => {
      version.endedBy = undefined;
    });
  }

  #next(sequence: number): bigint {
    this.#writable();
    const counter = this.database.counter(sequence);
    counter.last = counter.isCalled ? counter.last + 1n : counter.last;
    counter.isCalled = true;
    return counter.last;
  }
}

const defaultPath = '"$user", public';
const publicOnly = ['public'];

function relationOf(info: TableInfo): Table | Sequence {
  return info as Table | Sequence;
}

function tableOf(info: TableInfo): Table {
  const relation = relationOf(info);
  if (relation.kind === 'table') return relation;
  throw new SqlError('42809', `"${relation.name}" is not a table`);
}

function versionOf(tuple: Tuple): Version {
  if (tuple instanceof Version) return tuple;
  throw new SqlError('42809', 'a row of a sequence cannot be changed');
}
