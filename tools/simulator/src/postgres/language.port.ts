import type { Names } from './compile-names.js';
import type { StatementStorage } from './storage.port.js';
import type { Column, Row, TypeName, Value } from './values.js';

/** What a statement answers. */
export interface Answer {
  /** `SELECT`, `INSERT` …, as node-pg shows it. */
  readonly command: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Rows that were read or written. */
  readonly count: number;
}

/** A statement that was parsed and bound to the tables once; run as often as its tables stay as they are. */
export interface Prepared {
  /** The types of $1, $2 … */
  readonly parameters: readonly TypeName[];
  /** Runs to its end or throws SqlError or MustWait. */
  run(storage: StatementStorage, parameters: readonly Value[]): Answer;
}

/** An expression over a row of one table: of a default, a check, an index or a partial index. */
export type RowExpression = (storage: StatementStorage, row: Row) => Value;

/** The language: SELECT, INSERT, UPDATE, DELETE, VALUES, WITH, CALL of routines. DDL and transactions belong to the session. */
export interface Language {
  /** @param node one statement (`RawStmt.stmt`) as libpg-query parses it */
  prepare(node: unknown, storage: StatementStorage, parameterTypes?: readonly TypeName[]): Prepared;
  expression(
    node: unknown,
    table: { readonly schema: string; readonly name: string; readonly columns: readonly Column[] },
    names: Names,
  ): { readonly type: TypeName; readonly of: RowExpression };
  /** The value of a text, as a parameter of node-pg or a literal arrives. Throws 22P02 and others. */
  fromText(text: string, type: TypeName): Value;
  /** The array of these items; nothing when the type is no array. */
  fromItems(items: readonly (string | null)[], type: TypeName): Value | undefined;
  /** The text that the server sends for a value. */
  toText(value: Exclude<Value, null>, type: TypeName): string;
}
