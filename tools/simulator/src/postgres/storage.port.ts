import type { Column, Row, Snapshot, Value } from './values.js';

/** A version of a row. */
export interface Tuple {
  readonly row: Row;
}

/** An index that equality of its first columns can use. */
export interface IndexInfo {
  readonly name: string;
  readonly isUnique: boolean;
  /** Positions of plain columns, or nothing when the index has an expression. */
  readonly columns: readonly number[];
  readonly isPartial: boolean;
}

/** A table as the executor of statements sees it. */
export interface TableInfo {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly IndexInfo[];
}

/** How a row is locked, and what happens when another transaction holds it. */
export interface RowLock {
  readonly strength: 'key share' | 'share' | 'no key update' | 'update';
  readonly wait: 'wait' | 'nowait' | 'skip';
}

/**
 * Another transaction has to end first. The session throws away what the statement wrote, waits, and runs the whole
 * statement again under a newer snapshot.
 */
export class MustWait extends Error {
  /** @param holder the process id (`pg_backend_pid`) of the session that holds it */
  constructor(
    readonly holder: number,
    readonly what = 'a lock',
    /** The id of the relation that it has locked as a whole. */
    readonly relation?: number,
    /** It waits for a key of a unique index: what the statement has read until then stays as it was. */
    readonly isForKey = false,
  ) {
    super(`the session ${String(holder)} holds ${what}`);
  }
}

/** The statement waits for a time, and then runs again as a whole; its next call of `sleep` returns. */
export class MustSleep extends Error {
  constructor(readonly ms: number) {
    super(`sleeps for ${String(ms)} ms`);
  }
}

/**
 * One statement of one transaction over the tables of a database. Reads see the snapshot of the statement and what the
 * transaction itself wrote before. Everything is synchronous.
 *
 * @throws SqlError as PostgreSQL does (23505, 23502, 23514, 40001 …), and MustWait
 */
export interface StatementStorage {
  /** The table of this name; without a schema, the first in the search path. Throws 42P01. */
  table(schema: string | undefined, name: string): TableInfo;
  /** The query of a view, as libpg-query parses it (`SelectStmt` in its node), and the names of its columns. */
  view(
    schema: string | undefined,
    name: string,
  ): { readonly query: unknown; readonly columns: readonly string[] | undefined } | undefined;
  /**
   * Runs one command of the transaction. It sees what earlier commands wrote, and nothing that it writes itself. A
   * command inside it (of a function) sees what both wrote so far.
   */
  command<T>(act: () => T): T;
  /** All visible rows. */
  scan(table: TableInfo): Iterable<Tuple>;
  /** The visible rows with these values in the first columns of an index. */
  lookup(table: TableInfo, index: IndexInfo, values: readonly Value[]): Iterable<Tuple>;
  /** Fills in only generated columns: the row has a value for each other column. Checks NOT NULL, CHECK, unique indexes and foreign keys. */
  insert(table: TableInfo, row: Row): Tuple;
  /** A row that is visible to everybody or own and equals this one in a unique index (any of them, or the named one). */
  conflicting(table: TableInfo, row: Row, index?: IndexInfo): Tuple | undefined;
  update(table: TableInfo, old: Tuple, row: Row): Tuple;
  delete(table: TableInfo, old: Tuple): void;
  /** The newest version once it is locked, or nothing when it is gone or skipped. */
  lock(table: TableInfo, tuple: Tuple, lock: RowLock): Tuple | undefined;
  /** The value of a column that an INSERT leaves out. */
  defaultOf(table: TableInfo, column: number): Value;
  nextValue(sequence: string): bigint;
  /** For gen_random_uuid. */
  randomUuid(): string;
  /** The id of this transaction; assigned at the first call. */
  currentXid(): bigint;
  currentXidIfAssigned(): bigint | null;
  snapshot(): Snapshot;
  /** The clock when the transaction began, and now, in microseconds since 1970. */
  transactionTime(): bigint;
  clockTime(): bigint;
  /** Advisory locks: of the session or of the transaction. `try` answers false in place of waiting. */
  advisoryLock(
    key: bigint,
    options: {
      readonly of: 'session' | 'transaction';
      readonly try: boolean;
      readonly shared?: boolean;
    },
  ): boolean;
  advisoryUnlock(key: bigint): boolean;
  setting(name: string): string | null;
  setSetting(name: string, value: string, isLocal: boolean): void;
  /** Runs part of a statement that can be undone alone, such as a block with EXCEPTION. Undoes it when it throws. */
  undoable<T>(act: () => T): T;
  /** The function of a database by its name and number of parameters, as CREATE FUNCTION defined it. */
  routine(schema: string | undefined, name: string, parameters: number): Routine | undefined;
  /** For `::regclass::oid` and pg_class: the id of a table, view, sequence or index, or nothing. */
  relationId(schema: string | undefined, name: string): number | undefined;
  /** For pg_sleep: the statement waits as long, unless it ends before. */
  sleep(seconds: number): void;
  /** For pg_backend_pid. */
  backendPid(): number;
  /** For pg_terminate_backend: whether there is such a session. It ends after the statement. */
  terminateBackend(pid: number): boolean;
  /** Rows of a system view, for the few that are asked: pg_stat_activity, pg_locks, pg_class … */
  systemView(
    name: string,
  ): { readonly columns: readonly Column[]; readonly rows: readonly Row[] } | undefined;
}

/** A function in SQL or PL/pgSQL. */
export interface Routine {
  readonly language: 'sql' | 'plpgsql';
  /** The statement CREATE FUNCTION as libpg-query parses it, and as text: PL/pgSQL is parsed from the text. */
  readonly node: unknown;
  readonly text: string;
}
