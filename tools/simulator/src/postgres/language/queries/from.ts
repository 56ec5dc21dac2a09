import type { Column, Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { compile } from '../expressions/compile.js';
import { outward, relOf, slotColumn } from '../expressions/columns.js';
import type { CteBinding, Frame, Rel, RelColumn, Scope } from '../expressions/frame.js';
import { childScope } from '../expressions/frame.js';
import { oneRow, setCall } from '../functions/call.js';
import type { SetCall } from '../functions/call.js';
import type { Bodies, Tree } from '../tree.js';
import { kindOf, missing, textsOf, tree } from '../tree.js';
import type { Group, Source } from './arrange.js';
import { emptyGroup } from './arrange.js';
import { watched } from './conjuncts.js';
import { inlined } from './inline.js';
import { addJoin } from './joins.js';
import { query } from '../expressions/compile.js';

/** Adds the relations of FROM to the scope, and answers how they are joined. */
export function fromClause(nodes: readonly unknown[], scope: Scope): Group {
  const group = emptyGroup();
  for (const node of nodes) addItem(tree(node), scope, group, false);
  return group;
}

/** @param isNullable a left join may fill the relation with nulls */
export function addItem(node: Tree, scope: Scope, group: Group, isNullable: boolean): void {
  if (node.RangeVar) addNamed(node.RangeVar, scope, group, isNullable);
  else if (node.RangeSubselect) addSubselect(node.RangeSubselect, scope, group, isNullable);
  else if (node.RangeFunction) addFunctions(node.RangeFunction, scope, group);
  else if (node.JoinExpr) addJoin(node.JoinExpr, scope, group, isNullable, addItem);
  // A sample may have every row.
  else if (node.RangeTableSample)
    addItem(tree(node.RangeTableSample.relation), scope, group, isNullable);
  else throw missing(`${kindOf(node)} in FROM`);
}

function addNamed(body: Bodies['RangeVar'], scope: Scope, group: Group, isNullable: boolean): void {
  const { schemaname: schema, relname = '' } = body;
  const name = body.alias?.aliasname ?? relname;
  const names = textsOf(body.alias?.colnames);
  const cte = schema === undefined ? cteOf(relname, scope) : undefined;
  if (cte)
    return addRows(scope, group, {
      name,
      names,
      columns: cte.columns,
      rows: cte.rows,
      needs: new Set(),
    });
  const { names: known } = scope.unit;
  const system = systemViewOf(schema, relname, scope);
  if (system) return addRows(scope, group, { name, names, ...system, needs: new Set() });
  const view = known.view(schema, relname);
  if (view) {
    const alias = names.length > 0 ? names : (view.columns ?? []);
    const outside = { ...scope, outer: undefined };
    return addQuery(tree(view.query), outside, scope, group, {
      name,
      names: alias,
      isNullable,
      isLateral: false,
    });
  }
  addTable(scope, group, known.table(schema, relname), name, names);
}

/** Adds a table. */
export function addTable(
  scope: Scope,
  group: Group,
  info: ReturnType<Scope['unit']['names']['table']>,
  name: string,
  names: readonly string[] = [],
): Rel {
  const slot = scope.layout.slots++;
  const columns = info.columns.map(({ name: own, type }, at) =>
    slotColumn(scope, slot, at, { name: names[at] ?? own, type }),
  );
  const rel: Rel = { name, schema: info.schema, columns, table: { info, slot } };
  addRel(scope, rel);
  group.members.push({ slot, width: info.columns.length, needs: new Set(), table: info });
  return rel;
}

function addRel(scope: Scope, rel: Rel): void {
  if (relOf(scope, rel.name))
    throw new SqlError('42712', `table name "${rel.name}" specified more than once`);
  scope.rels.push(rel);
}

function cteOf(name: string, scope: Scope): CteBinding | undefined {
  let depth = 0;
  for (let level: Scope | undefined = scope; level; level = level.outer) {
    const found = level.ctes.get(name);
    if (found) return atDepth(found, depth);
    if (level.outer && level.outer.layout !== level.layout) depth++;
  }
  return undefined;
}

function atDepth({ columns, rows }: CteBinding, depth: number): CteBinding {
  return { columns, rows: outward(rows, depth) as unknown as CteBinding['rows'] };
}

function systemViewOf(
  schema: string | undefined,
  name: string,
  { unit }: Scope,
): { columns: readonly Column[]; rows: (frame: Frame) => readonly Row[] } | undefined {
  const isSystem =
    schema === 'pg_catalog' || schema === 'information_schema' || name.startsWith('pg_');
  if (!isSystem) return undefined;
  const full = schema === 'information_schema' ? `${schema}.${name}` : name;
  const view = unit.names.systemView(full);
  if (!view) throw missing(`system view ${full}`);
  return { columns: view.columns, rows: ({ run }) => run.storage.systemView(full)?.rows ?? [] };
}

interface RowsOf {
  readonly name: string;
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly isScalar?: boolean;
  readonly rows: (frame: Frame) => readonly Row[];
  readonly needs: ReadonlySet<number>;
}

/** Adds rows that are computed: once for a run of the query, or for each row that they depend on. */
function addRows(
  scope: Scope,
  group: Group,
  { name, names, columns, isScalar, rows, needs }: RowsOf,
): void {
  const slot = scope.layout.slots++;
  const named = columns.map(({ name: own, type }, at) =>
    slotColumn(scope, slot, at, { name: names[at] ?? own, type }),
  );
  addRel(scope, { name, columns: named, ...(isScalar && { isScalar }) });
  const place = scope.layout.once++;
  const stored = (frame: Frame): readonly Row[] =>
    (frame.once[place] ??= rows(frame)) as readonly Row[];
  const source: Source = {
    slot,
    width: columns.length,
    needs,
    rows: needs.size > 0 ? rows : stored,
  };
  group.members.push(source);
}

interface Alias {
  readonly name: string;
  readonly names: readonly string[];
  readonly isNullable: boolean;
  readonly isLateral: boolean;
}

function addSubselect(
  body: Bodies['RangeSubselect'],
  scope: Scope,
  group: Group,
  isNullable: boolean,
): void {
  const name = body.alias?.aliasname ?? '';
  const names = textsOf(body.alias?.colnames);
  addQuery(tree(body.subquery), scope, scope, group, {
    name,
    names,
    isNullable,
    isLateral: body.lateral === true,
  });
}

/** Adds a query in FROM: its relations join those of this query where that is the same, else its rows are computed. */
function addQuery(node: Tree, names: Scope, scope: Scope, group: Group, alias: Alias): void {
  const outer = alias.isLateral ? names : names.outer;
  const inner = childScope(outer, scope.unit, scope.layout);
  const columns = inlined(node, inner, group, alias.isNullable, addItem);
  if (columns) {
    scope.reachesOut ||= inner.reachesOut;
    const named = columns.map((column, at) => renamed(column, alias.names[at]));
    return addRel(scope, { name: alias.name, columns: named });
  }
  const { made, needs } = watched(scope.layout, () => query(node, outer, scope.unit));
  scope.reachesOut ||= made.reachesOut && !alias.isLateral;
  const isInside = alias.isLateral || outer?.layout === scope.layout;
  addRows(scope, group, {
    ...alias,
    columns: made.columns,
    rows: (frame) => made.rows(frame.run, isInside ? frame : frame.outer),
    needs,
  });
}

const renamed = (column: RelColumn, name: string | undefined): RelColumn =>
  name === undefined
    ? column
    : {
        name,
        get expr() {
          return column.expr;
        },
      };

function addFunctions(body: Bodies['RangeFunction'], scope: Scope, group: Group): void {
  if (body.coldeflist) throw missing('function with a list of column definitions');
  const { made: calls, needs } = watched(scope.layout, () =>
    (body.functions ?? []).map((each) => functionCall(tree(tree(each).List?.items?.[0]), scope)),
  );
  const [first] = calls;
  if (!first) throw missing('ROWS FROM without a function');
  const isAlone = calls.length === 1 && first.isScalar;
  const alias = body.alias?.aliasname;
  const name = alias ?? first.name;
  const own = calls.flatMap(({ columns }) => columns);
  const columns =
    isAlone && alias !== undefined ? own.map(({ type }) => ({ name: alias, type })) : own;
  const ordinality = { name: 'ordinality', type: 'int8' };
  addRows(scope, group, {
    name,
    names: textsOf(body.alias?.colnames),
    columns: body.ordinality ? [...columns, ordinality] : columns,
    isScalar: isAlone && !body.ordinality,
    rows: rowsOf(calls, body.ordinality === true),
    needs,
  });
}

function functionCall(node: Tree, scope: Scope): SetCall {
  if (node.FuncCall) return setCall(node.FuncCall, scope) ?? oneRow(node.FuncCall, scope);
  const { of, type } = compile(node, scope);
  const name = node.SQLValueFunction?.op?.replace('SVFOP_', '').toLowerCase() ?? 'value';
  return { name, columns: [{ name, type }], isScalar: true, rows: (frame) => [[of(frame)]] };
}

/** The rows of functions side by side; a shorter list ends in nulls. */
function rowsOf(calls: readonly SetCall[], isNumbered: boolean): (frame: Frame) => readonly Row[] {
  const [only] = calls;
  if (calls.length === 1 && only && !isNumbered) return only.rows;
  const widths = calls.map(({ columns }) => columns.length);
  return (frame) => {
    const lists = calls.map((each) => each.rows(frame));
    let length = 0;
    for (const list of lists) length = Math.max(length, list.length);
    const rows: Row[] = [];
    for (let at = 0; at < length; at++) rows.push(rowAt(lists, widths, at, isNumbered));
    return rows;
  };
}

function rowAt(
  lists: readonly (readonly Row[])[],
  widths: readonly number[],
  at: number,
  isNumbered: boolean,
): Row {
  const row: Value[] = [];
  for (let list = 0; list < lists.length; list++) {
    const part = lists[list]?.[at];
    for (let place = 0; place < (widths[list] ?? 0); place++) row.push(part?.[place] ?? null);
  }
  if (isNumbered) row.push(BigInt(at + 1));
  return row;
}
