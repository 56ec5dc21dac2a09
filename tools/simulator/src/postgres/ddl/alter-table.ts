import type { AlterTableCmd, AlterTableStmt } from 'libpg-query';
import { missing, tree } from '../language/tree.js';
import { nextId } from '../storage/catalog.js';
import { Heap } from '../storage/heap.js';
import { rulesOf } from '../storage/row-rules.js';
import type { Table, TableColumn } from '../storage/table.js';
import { SqlError } from '../values.js';
import type { Value } from '../values.js';
import type { Change } from './change.js';
import { columnOf } from './columns.js';
import { keyIndex, positionOf, refuseDuplicates } from './indexes.js';
import { checkOf } from './tables.js';

/** ALTER TABLE. */
export function alterTable(change: Change, statement: AlterTableStmt): void {
  const isAbsent = change.find(statement.relation) === undefined;
  if (isAbsent && statement.missing_ok === true) return;
  for (const node of statement.cmds ?? []) {
    const command = tree(node).AlterTableCmd;
    const table = change.table(statement.relation);
    if (command) change.catalog.replace(table, altered(change, table, command));
  }
}

function altered(change: Change, table: Table, command: AlterTableCmd): Table {
  const { name = '' } = command;
  const subtype: string = command.subtype ?? 'nothing';
  switch (subtype) {
    case 'AT_AddColumn':
      return withColumn(change, table, command);
    case 'AT_DropColumn':
      return withoutColumn(change, table, command);
    case 'AT_AddConstraint':
      return withConstraint(change, table, command);
    case 'AT_DropConstraint':
      return withoutConstraint(table, command);
    case 'AT_SetNotNull':
      return withColumnAs(table, name, { isNotNull: true });
    case 'AT_DropNotNull':
      return withColumnAs(table, name, { isNotNull: false });
    case 'AT_ValidateConstraint':
      checkRows(change, table);
      return table;
    case 'AT_SetRelOptions':
    case 'AT_ChangeOwner':
      return table;
    default:
      throw missing(`ALTER TABLE ${subtype}`);
  }
}

function withColumn(change: Change, table: Table, command: AlterTableCmd): Table {
  const definition = tree(command.def).ColumnDef ?? {};
  const isKnown = table.columns.some(({ name }) => name === definition.colname);
  if (isKnown && command.missing_ok === true) return table;
  if (isKnown) throw new SqlError('42701', `column "${definition.colname ?? ''}" already exists`);
  const { column, constraints } = columnOf(change, table, definition);
  const rows = [...change.storage.scan(table)].map(({ row }) => row);
  const heap = nextId();
  let changed: Table = { ...table, heap, columns: [...table.columns, column] };
  const at = table.columns.length;
  const { storage } = change;
  const value = (): Value => (column.default ? storage.defaultOf(changed, at) : null);
  storage.database.setHeap(heap, Heap.of(rows.map((row) => [...row, value()])));
  for (const of of constraints) changed = withOne(change, changed, of, column.name);
  checkRows(change, changed);
  return changed;
}

function withoutColumn(change: Change, table: Table, command: AlterTableCmd): Table {
  const isKnown = table.columns.some((column) => column.name === command.name);
  if (!isKnown && command.missing_ok === true) return table;
  const at = positionOf(table, command.name ?? '');
  const isIndexed = table.indexes.some(({ parts }) =>
    parts.some((part) => part === at || typeof part !== 'number'),
  );
  if (isIndexed) throw missing('DROP COLUMN of a table with an index on it or on an expression');
  const later = (part: Table['indexes'][number]['parts'][number]) =>
    typeof part === 'number' && part > at ? part - 1 : part;
  const heap = nextId();
  const rows = [...change.storage.scan(table)].map(({ row }) => row.toSpliced(at, 1));
  change.storage.database.setHeap(heap, Heap.of(rows));
  const indexes = table.indexes.map((index) => ({
    ...index,
    id: nextId(),
    parts: index.parts.map(later),
    columns: index.columns.map((column) => (column > at ? column - 1 : column)),
  }));
  return { ...table, heap, columns: table.columns.toSpliced(at, 1), indexes };
}

function withConstraint(change: Change, table: Table, command: AlterTableCmd): Table {
  const constraint = tree(command.def).Constraint;
  if (!constraint) throw missing('ADD CONSTRAINT of this kind');
  const changed = withOne(change, table, constraint, undefined);
  if (constraint.skip_validation !== true) checkRows(change, changed);
  return changed;
}

function withOne(
  change: Change,
  table: Table,
  constraint: NonNullable<ReturnType<typeof tree>['Constraint']>,
  column: string | undefined,
): Table {
  const kind: string = constraint.contype ?? 'nothing';
  switch (kind) {
    case 'CONSTR_CHECK':
      return { ...table, checks: [...table.checks, checkOf(table, constraint, column)] };
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE': {
      const index = keyIndex(change, table, constraint, column);
      const changed = { ...table, indexes: [...table.indexes, index] };
      refuseDuplicates(change, changed, index);
      return changed;
    }
    default:
      throw missing(`constraint ${kind}`);
  }
}

function withoutConstraint(
  table: Table,
  { name = '', missing_ok: isOptional }: AlterTableCmd,
): Table {
  const checks = table.checks.filter((check) => check.name !== name);
  const indexes = table.indexes.filter((index) => index.name !== name || !index.isConstraint);
  const isFound = checks.length < table.checks.length || indexes.length < table.indexes.length;
  if (!isFound && isOptional !== true) {
    throw new SqlError('42704', `constraint "${name}" of relation "${table.name}" does not exist`);
  }
  return { ...table, checks, indexes };
}

function withColumnAs(table: Table, name: string, part: Partial<TableColumn>): Table {
  const at = positionOf(table, name);
  const columns = table.columns.map((column, index) =>
    index === at ? { ...column, ...part } : column,
  );
  return { ...table, columns };
}

/** @throws SqlError 23502 or 23514 when a row breaks a rule of the table */
function checkRows(change: Change, table: Table): void {
  const { storage } = change;
  const rules = rulesOf(table, storage.cluster.options.language, storage);
  for (const { row } of storage.scan(table)) rules.checked(storage, row);
}
