import type { Constraint, CreateStmt, TruncateStmt } from 'libpg-query';
import { kindOf, missing, tree } from '../language/tree.js';
import { nextId } from '../storage/catalog.js';
import { Heap } from '../storage/heap.js';
import { lockModes } from '../storage/relation-locks.js';
import type { SessionStorage } from '../storage/statement-storage.js';
import type { Check, Index, Table, TableColumn } from '../storage/table.js';
import { unknownRelation } from './change.js';
import type { Change } from './change.js';
import { columnOf, likeColumns } from './columns.js';
import { keyIndex, likeIndexes } from './indexes.js';

/** A table while CREATE TABLE reads its definition. */
interface Draft {
  readonly schema: string;
  readonly name: string;
  readonly id: number;
  readonly columns: TableColumn[];
  readonly indexes: Index[];
  readonly checks: Check[];
  readonly constraints: { readonly of: Constraint; readonly column: string | undefined }[];
}

/** CREATE TABLE. */
export function createTable(change: Change, statement: CreateStmt): void {
  const schema = change.schemaOf(statement.relation);
  const name = statement.relation?.relname ?? '';
  if (change.catalog.isTaken(schema, name) && statement.if_not_exists === true) return;
  const draft: Draft = {
    ...{ schema, name, id: nextId() },
    ...{ columns: [], indexes: [], checks: [], constraints: [] },
  };
  for (const element of statement.tableElts ?? []) addElement(change, draft, element);
  for (const { of, column } of draft.constraints) addConstraint(change, draft, of, column);
  const { columns, indexes, checks, id } = draft;
  const table: Table = {
    ...{ kind: 'table', id, heap: nextId(), schema, name },
    ...{ columns, indexes, checks },
  };
  change.catalog.add(table);
}

function addElement(change: Change, draft: Draft, node: unknown): void {
  const element = tree(node);
  if (element.ColumnDef) {
    const { column, constraints } = columnOf(change, draft, element.ColumnDef);
    draft.columns.push(column);
    draft.constraints.push(...constraints.map((of) => ({ of, column: column.name })));
  } else if (element.Constraint) {
    draft.constraints.push({ of: element.Constraint, column: undefined });
  } else if (element.TableLikeClause) {
    const source = change.table(element.TableLikeClause.relation, lockModes.accessShare);
    draft.columns.push(...likeColumns(change, source, draft));
    draft.indexes.push(...likeIndexes(change, source, draft));
    draft.checks.push(...source.checks);
  } else {
    throw missing(`${kindOf(element)} in CREATE TABLE`);
  }
}

function addConstraint(
  change: Change,
  draft: Draft,
  constraint: Constraint,
  column: string | undefined,
): void {
  const kind: string = constraint.contype ?? 'nothing';
  switch (kind) {
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE': {
      const index = keyIndex(change, draft, constraint, column);
      draft.indexes.push(index);
      if (index.isPrimary) requireValues(draft.columns, index);
      return;
    }
    case 'CONSTR_CHECK':
      draft.checks.push(checkOf(draft, constraint, column));
      return;
    default:
      throw missing(`constraint ${kind}`);
  }
}

function requireValues(columns: TableColumn[], index: Index): void {
  for (const at of index.columns) {
    const column = columns[at];
    if (column) columns[at] = { ...column, isNotNull: true };
  }
}

/** A CHECK with its name: its own, or one of the table and the only column that it reads. */
export function checkOf(
  table: { readonly name: string; readonly checks: readonly Check[] },
  constraint: Constraint,
  column: string | undefined,
): Check {
  const read = columnsIn(constraint.raw_expr);
  const only = column ?? (read.size === 1 ? [...read][0] : undefined);
  const wanted = only === undefined ? `${table.name}_check` : `${table.name}_${only}_check`;
  let name = constraint.conname ?? wanted;
  for (let number = 1; table.checks.some((check) => check.name === name); number += 1) {
    name = `${wanted}${String(number)}`;
  }
  return { name, expression: constraint.raw_expr };
}

function columnsIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { ColumnRef } = tree(node);
  const last = tree(ColumnRef?.fields?.at(-1) ?? {}).String?.sval;
  if (last !== undefined) found.add(last);
  else for (const part of Object.values(node)) columnsIn(part, found);
  return found;
}

/** TRUNCATE: the rows go at once, and come back when the transaction is rolled back. */
export function truncate(storage: SessionStorage, statement: TruncateStmt): void {
  const { database, own, catalog, path, cluster } = storage;
  for (const node of statement.relations ?? []) {
    const name = tree(node).RangeVar;
    const table = catalog.find(name?.schemaname, name?.relname ?? '', path);
    if (table?.kind !== 'table') throw unknownRelation(name);
    database.relationLocks.lock(table.id, own, lockModes.accessExclusive);
    cluster.assignXid(own);
    const before = database.heap(table.heap);
    database.setHeap(table.heap, new Heap());
    own.undo.push(() => database.setHeap(table.heap, before));
  }
}
