import type { Names } from '../compile-names.js';
import { withNames } from '../compile-names.js';
import type { Language, RowExpression } from '../language.port.js';
import type { StatementStorage } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Row, Value } from '../values.js';
import { keyOf } from './heap.js';
import type { Key } from './heap.js';
import type { Index, Table } from './table.js';

/** The key of a row in an index, or nothing when the index does not hold the row. */
export type KeyOfRow = (storage: StatementStorage, row: Row) => Key | undefined;

/** What the definition of a table asks of its rows, compiled once. */
export interface RowRules {
  /** Computes generated columns, and checks NOT NULL and CHECK. */
  readonly checked: (storage: StatementStorage, row: Row) => Row;
  /** Unique indexes with the keys of rows. */
  readonly unique: readonly { readonly index: Index; readonly keyOf: KeyOfRow }[];
  readonly defaults: readonly (RowExpression | undefined)[];
}

const compiled = new WeakMap<Table, RowRules>();

/** The rules of a table. */
export function rulesOf(table: Table, language: Language, storage: StatementStorage): RowRules {
  let rules = compiled.get(table);
  if (rules === undefined) {
    rules = compiledRules(table, language, storage);
    compiled.set(table, rules);
  }
  return rules;
}

/** Apart from its caller, which runs for each row and would make the function each time. */
const compiledRules = (table: Table, language: Language, storage: StatementStorage): RowRules =>
  withNames(storage, (names) => compile(table, language, names));

function compile(table: Table, language: Language, names: Names): RowRules {
  const expression = (node: unknown) => language.expression(node, table, names).of;
  return {
    checked: checkOf(table, expression, language),
    unique: table.indexes
      .filter(({ isUnique }) => isUnique)
      .map((index) => ({ index, keyOf: keyOfRow(index, expression) })),
    defaults: table.columns.map((column) =>
      column.default && 'expression' in column.default
        ? expression(column.default.expression)
        : undefined,
    ),
  };
}

function checkOf(
  table: Table,
  expression: (node: unknown) => RowExpression,
  language: Language,
): RowRules['checked'] {
  const generated = table.columns.flatMap((column, at) =>
    column.generated === undefined ? [] : [{ at, of: expression(column.generated) }],
  );
  const notNull = table.columns.flatMap((column, at) => (column.isNotNull ? [at] : []));
  const checks = table.checks.map(({ name, expression: node }) => ({ name, of: expression(node) }));
  return (storage, given) => {
    let row = given;
    if (generated.length > 0) {
      const filled = [...given];
      for (const { at, of } of generated) filled[at] = of(storage, filled);
      row = filled;
    }
    for (const at of notNull) {
      if (row[at] === null || row[at] === undefined) throw nullAt(table, at, row, language);
    }
    for (const { name, of } of checks) {
      if (of(storage, row) === false) throw violated(table, name, row, language);
    }
    return row;
  };
}

function keyOfRow(index: Index, expression: (node: unknown) => RowExpression): KeyOfRow {
  const predicate = index.predicate === undefined ? undefined : expression(index.predicate);
  const parts = index.parts.map((part) =>
    typeof part === 'number'
      ? (_: StatementStorage, row: Row) => row[part] ?? null
      : expression(part.expression),
  );
  return (storage, row) => {
    if (predicate && predicate(storage, row) !== true) return undefined;
    return keyOf(parts.map((part) => part(storage, row)));
  };
}

/** The values of a row as PostgreSQL shows them in details of errors. */
function shown(values: readonly Value[], types: readonly string[], language: Language): string {
  return values
    .map((value, at) => (value === null ? 'null' : language.toText(value, types[at] ?? 'text')))
    .join(', ');
}

function failingRow(table: Table, row: Row, language: Language): string {
  return `Failing row contains (${shown(
    row,
    table.columns.map(({ type }) => type),
    language,
  )}).`;
}

function nullAt(table: Table, at: number, row: Row, language: Language): SqlError {
  const { schema, name } = table;
  return new SqlError(
    '23502',
    `null value in column "${table.columns[at]?.name ?? ''}" of relation "${name}" violates not-null constraint`,
    { schema, table: name, detail: failingRow(table, row, language) },
  );
}

function violated(table: Table, constraint: string, row: Row, language: Language): SqlError {
  const { schema, name } = table;
  return new SqlError(
    '23514',
    `new row for relation "${name}" violates check constraint "${constraint}"`,
    { schema, table: name, constraint, detail: failingRow(table, row, language) },
  );
}

/** The error for a second row with the key of a unique index. */
export function duplicate(table: Table, index: Index, row: Row, language: Language): SqlError {
  const at = index.parts.flatMap((part) => (typeof part === 'number' ? [part] : []));
  const names = at.map((column) => table.columns[column]?.name ?? '').join(', ');
  const values = at.map((column) => row[column] ?? null);
  const types = at.map((column) => table.columns[column]?.type ?? 'text');
  return new SqlError('23505', `duplicate key value violates unique constraint "${index.name}"`, {
    schema: table.schema,
    table: table.name,
    constraint: index.name,
    detail: `Key (${names})=(${shown(values, types, language)}) already exists.`,
  });
}
