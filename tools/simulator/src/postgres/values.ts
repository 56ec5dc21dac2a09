/**
 * The name of a type as `pg_type` has it: `text`, `int4`, `int8`, `bool`, `timestamptz`, `jsonb`, `xid8`, `pg_snapshot` …
 * An array begins with an underscore (`_text`), `record` is a row, and a table's name with its schema is a row of the table.
 */
export type TypeName = string;

/** A length of time as PostgreSQL keeps it: months and days have no fixed length. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

/** What is visible: transactions below `xmin`, and those below `xmax` that are not in `running`. */
export interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  readonly running: ReadonlySet<bigint>;
}

/** JSON that was read, as `jsonb` keeps it. An object, so that JSON null is not SQL null. */
export interface JsonValue {
  readonly json: unknown;
}

/**
 * A value by its type. `bool`: boolean. `int2`, `int4`, `oid`, `float8`: number. `int8`, `xid8`: bigint. `numeric`: number.
 * `text`, `varchar`, `name`, `uuid`, `unknown`: string. `json`: its text. `jsonb`: JsonValue. `timestamptz`, `timestamp`:
 * microseconds since 1970 as bigint. `date`: `yyyy-mm-dd`. `bytea`: Buffer. Arrays and rows: arrays of values.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Buffer
  | Interval
  | Snapshot
  | JsonValue
  | readonly Value[];

/** The values of a row, in the order of its columns. */
export type Row = readonly Value[];

export interface Column {
  readonly name: string;
  readonly type: TypeName;
}

/** What PostgreSQL answers in place of rows, with its SQLSTATE. */
export class SqlError extends Error {
  constructor(
    /** SQLSTATE: five characters of the appendix "PostgreSQL Error Codes". */
    readonly code: string,
    message: string,
    readonly fields: {
      readonly constraint?: string;
      readonly table?: string;
      readonly schema?: string;
      readonly detail?: string;
    } = {},
  ) {
    super(message);
  }
}
