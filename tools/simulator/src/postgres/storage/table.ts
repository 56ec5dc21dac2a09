import type { IndexInfo, TableInfo } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Column, TypeName } from '../values.js';

/** How a column that an INSERT leaves out gets its value. */
export type DefaultValue =
  | { readonly expression: unknown }
  /** Of serial and identity columns: the id of the sequence. */
  | { readonly sequence: number };

/** A column with what its definition asks for. */
export interface TableColumn extends Column {
  readonly isNotNull: boolean;
  readonly default?: DefaultValue | undefined;
  /** The expression of GENERATED ALWAYS AS … STORED. */
  readonly generated?: unknown;
}

/** A CHECK of a table. */
export interface Check {
  readonly name: string;
  readonly expression: unknown;
}

/** An index. Parts are positions of columns or expressions as libpg-query parses them. */
export interface Index extends IndexInfo {
  readonly id: number;
  readonly isPrimary: boolean;
  /** It is part of a constraint, so it goes with the constraint only. */
  readonly isConstraint: boolean;
  readonly parts: readonly (number | { readonly expression: unknown })[];
  readonly predicate: unknown;
}

/** A table. Never changes: DDL puts another one in its place. */
export interface Table extends TableInfo {
  readonly kind: 'table';
  /** Stays the same through ALTER TABLE; locks go by it. */
  readonly id: number;
  /** Where its rows are; ALTER TABLE that writes all rows again takes another one. */
  readonly heap: number;
  readonly columns: readonly TableColumn[];
  readonly indexes: readonly Index[];
  readonly checks: readonly Check[];
}

export interface View {
  readonly kind: 'view';
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly query: unknown;
  readonly columns: readonly string[] | undefined;
}

/** A sequence: it can be read as a table of one row. */
export interface Sequence extends TableInfo {
  readonly kind: 'sequence';
  readonly id: number;
  /** The table whose column takes its values from it: the sequence goes with the table. */
  readonly ownedBy: number | undefined;
  readonly type: TypeName;
}

export type Relation = Table | View | Sequence;

/** A table or sequence as the storage made it for the language. */
export function relationOf(info: TableInfo): Table | Sequence {
  return info as Table | Sequence;
}

/** @throws SqlError 42809 for a sequence */
export function tableOf(info: TableInfo): Table {
  const relation = relationOf(info);
  if (relation.kind === 'table') return relation;
  throw new SqlError('42809', `"${relation.name}" is not a table`);
}
