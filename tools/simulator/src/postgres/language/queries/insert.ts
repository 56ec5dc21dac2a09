import type { IndexInfo, TableInfo, Tuple } from '../../storage.port.js';
import type { Column, Row, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { condition } from '../expressions/compile.js';
import { slotColumn } from '../expressions/columns.js';
import type { Of, Scope, Unit } from '../expressions/frame.js';
import { childScope, Frame } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { missing, tree } from '../tree.js';
import { castOf, isAssignable } from '../types/casts.js';
import type { Convert } from '../types/casts.js';
import { emptyGroup } from './arrange.js';
import type { Assignment } from './assignments.js';
import { assign, assigned, assignmentsOf, columnAt } from './assignments.js';
import { addTable } from './from.js';
import { refuseView } from './modify.js';
import type { Query } from '../expressions/frame.js';
import { query } from '../expressions/compile.js';
import { queryOf } from './query-of.js';
import { returning } from './returning.js';

/** The values of one row for the columns of the statement; nothing stands for a default. */
type Source = (frame: Frame) => readonly (readonly (Value | undefined)[])[];

/** INSERT. */
export function insert(body: Bodies['InsertStmt'], outer: Scope | undefined, unit: Unit): Query {
  const { schemaname, relname = '', alias } = body.relation ?? {};
  refuseView(schemaname, relname, unit);
  const table = unit.names.table(schemaname, relname);
  const scope = childScope(outer, unit);
  const columns = columnsOf(body, table);
  const source = sourceOf(
    body,
    columns.map((at) => table.columns[at] as Column),
    scope,
  );
  const rel = addTable(scope, emptyGroup(), table, alias?.aliasname ?? relname);
  const slot = rel.table?.slot ?? 0;
  const conflict = body.onConflictClause && conflictOf(body.onConflictClause, table, slot, scope);
  const result = returning(body.returningClause?.exprs, scope);
  const write = writer(table, conflict);
  return queryOf(
    { command: 'INSERT', columns: result?.columns ?? [] },
    (run, around) => {
      const frame = new Frame(run, around);
      const written = new Set<Tuple>();
      const rows: Row[] = [];
      let count = 0;
      for (const values of source(frame)) {
        const tuple = write(frame, fullRow(frame, table, columns, values), written);
        if (!tuple) continue;
        count++;
        written.add(tuple);
        frame.rows[slot] = tuple.row;
        const row = result?.row(frame);
        if (row) rows.push(row);
      }
      return { rows, count };
    },
    scope.reachesOut,
  );
}

function columnsOf(body: Bodies['InsertStmt'], table: TableInfo): number[] {
  const named = body.cols?.map((column) => columnAt(table, tree(column).ResTarget?.name ?? ''));
  if (named) return named;
  const width = firstWidth(body) ?? table.columns.length;
  return table.columns.map((_column, at) => at).slice(0, width);
}

/** How many values the first row of VALUES has. */
const firstWidth = (body: Bodies['InsertStmt']): number | undefined =>
  tree(tree(body.selectStmt).SelectStmt?.valuesLists?.[0]).List?.items?.length;

function sourceOf(body: Bodies['InsertStmt'], columns: readonly Column[], scope: Scope): Source {
  if (!body.selectStmt) return () => [[]];
  const select = tree(body.selectStmt);
  const lists = select.SelectStmt?.valuesLists;
  if (lists && !select.SelectStmt?.withClause) return valuesOf(lists, columns, scope);
  const inner = query(
    select,
    scope,
    scope.unit,
    columns.map(({ type }) => type),
  );
  const converts = inner.columns.map(({ type }, at) => conversion(type, columns[at]));
  const isSame = converts.every((convert) => convert === undefined);
  return (frame) => {
    const rows = inner.rows(frame.run, frame);
    if (isSame) return rows;
    return rows.map((row) =>
      row.map((value, at) => (value === null ? null : converts[at] ? converts[at](value) : value)),
    );
  };
}

function valuesOf(lists: readonly unknown[], columns: readonly Column[], scope: Scope): Source {
  const rows = lists.map((list) =>
    (tree(list).List?.items ?? []).map((item, at) => {
      const column = columns[at];
      if (!column) throw new SqlError('42601', 'INSERT has more expressions than target columns');
      return assigned(item, column, scope);
    }),
  );
  return (frame) => rows.map((ofs) => ofs.map((of) => of?.(frame)));
}

function conversion(from: TypeName, column: Column | undefined): Convert | undefined {
  if (!column) throw new SqlError('42601', 'INSERT has more expressions than target columns');
  if (from === column.type) return undefined;
  const convert = isAssignable(from, column.type) ? castOf(from, column.type) : undefined;
  if (!convert) {
    throw new SqlError(
      '42804',
      `column "${column.name}" is of type ${column.type} but expression is of type ${from}`,
    );
  }
  return convert;
}

function fullRow(
  { run }: Frame,
  table: TableInfo,
  columns: readonly number[],
  values: readonly (Value | undefined)[],
): Row {
  const row = new Array<Value | undefined>(table.columns.length).fill(undefined);
  for (const [place, column] of columns.entries()) row[column] = values[place];
  return row.map((value, at) => (value === undefined ? run.storage.defaultOf(table, at) : value));
}

interface Conflict {
  readonly index: IndexInfo | undefined;
  /** Nothing for DO NOTHING. */
  readonly update:
    | { readonly assignments: readonly Assignment[]; readonly where: Of | undefined }
    | undefined;
  readonly slot: number;
  readonly excluded: number;
}

function conflictOf(
  body: Bodies['OnConflictClause'],
  table: TableInfo,
  slot: number,
  scope: Scope,
): Conflict {
  const index = body.infer && inferred(body.infer, table);
  if (body.action !== 'ONCONFLICT_UPDATE')
    return { index, update: undefined, slot, excluded: slot };
  if (!index)
    throw new SqlError(
      '42601',
      'ON CONFLICT DO UPDATE requires inference specification or constraint name',
    );
  const excluded = scope.layout.slots++;
  const columns = table.columns.map((column, at) => slotColumn(scope, excluded, at, column));
  const inner: Scope = {
    ...scope,
    rels: [...scope.rels, { name: 'excluded', columns: columns.map(hidden) }],
  };
  const assignments = assignmentsOf(body.targetList ?? [], table, inner);
  const where = body.whereClause && condition(body.whereClause, inner);
  scope.reachesOut ||= inner.reachesOut;
  return { index, update: { assignments, where }, slot, excluded };
}

/** A plain name means the row of the table, never the row that was refused. */
function hidden(column: ReturnType<typeof slotColumn>): ReturnType<typeof slotColumn> {
  column.isHidden = true;
  return column;
}

/** The unique index on exactly these columns. Throws 42P10. */
function inferred(body: Bodies['InferClause'], table: TableInfo): IndexInfo {
  if (body.whereClause) throw missing('ON CONFLICT with a partial index');
  const names = body.indexElems?.map((element) => tree(element).IndexElem?.name ?? '');
  const columns = new Set(names?.map((name) => columnAt(table, name)));
  const found = table.indexes.find(
    (index) =>
      (names === undefined ? index.name === body.conname : isOn(index, columns)) &&
      index.isUnique &&
      !index.isPartial,
  );
  if (found) return found;
  throw new SqlError(
    '42P10',
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  );
}

const isOn = (index: IndexInfo, columns: ReadonlySet<number>): boolean =>
  index.columns.length === columns.size && index.columns.every((column) => columns.has(column));

type Write = (frame: Frame, row: Row, written: ReadonlySet<Tuple>) => Tuple | undefined;

function writer(table: TableInfo, conflict: Conflict | undefined): Write {
  if (!conflict) return ({ run }, row) => run.storage.insert(table, row);
  const { index, update, slot, excluded } = conflict;
  return (frame, row, written) => {
    const { storage } = frame.run;
    const existing = storage.conflicting(table, row, index);
    if (!existing) return storage.insert(table, row);
    if (!update) return undefined;
    if (written.has(existing)) {
      throw new SqlError('21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time');
    }
    const locked = storage.lock(table, existing, { strength: 'update', wait: 'wait' });
    if (!locked) throw new SqlError('40001', 'could not serialize access due to concurrent delete');
    frame.rows[slot] = locked.row;
    frame.rows[excluded] = row;
    if (update.where && update.where(frame) !== true) return undefined;
    return storage.update(table, locked, assign(frame, table, locked.row, update.assignments));
  };
}
