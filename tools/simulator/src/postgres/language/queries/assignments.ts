import type { TableInfo } from '../../storage.port.js';
import type { Column, Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { coerce } from '../expressions/coerce.js';
import { compile } from '../expressions/compile.js';
import type { Frame, Of, Scope } from '../expressions/frame.js';
import { missing, tree } from '../tree.js';
import { query } from '../expressions/compile.js';

/** A column and its new value; nothing stands for its default. */
export interface Assignment {
  readonly column: number;
  readonly of: Of | undefined;
}

/** The place of a column. Throws 42703. */
export function columnAt(table: TableInfo, name: string): number {
  const at = table.columns.findIndex((column) => column.name === name);
  if (at < 0)
    throw new SqlError('42703', `column "${name}" of relation "${table.name}" does not exist`);
  return at;
}

/** SET of UPDATE and of ON CONFLICT DO UPDATE. */
export function assignmentsOf(
  nodes: readonly unknown[],
  table: TableInfo,
  scope: Scope,
): Assignment[] {
  const rows = new Map<unknown, (at: number, column: Column) => Of>();
  return nodes.map((node) => {
    const target = tree(node).ResTarget ?? {};
    if (target.indirection) throw missing('assignment to a part of a column');
    const column = columnAt(table, target.name ?? '');
    const info = table.columns[column] as Column;
    const several = tree(target.val).MultiAssignRef;
    if (!several) return { column, of: assigned(target.val, info, scope) };
    const source = JSON.stringify(several.source);
    const parts = rows.get(source) ?? partsOf(tree(several.source), scope);
    rows.set(source, parts);
    return { column, of: parts((several.colno ?? 1) - 1, info) };
  });
}

/** The value for a column; nothing for DEFAULT. */
export function assigned(node: unknown, { type }: Column, scope: Scope): Of | undefined {
  if (tree(node).SetToDefault) return undefined;
  return coerce(compile(node, scope), type, scope.unit, 'assignment').of;
}

/** The sources of (a, b) = (…): a list of expressions, or a query. */
function partsOf(
  source: ReturnType<typeof tree>,
  scope: Scope,
): (at: number, column: Column) => Of {
  const args = source.RowExpr?.args;
  if (args) return (at, column) => assigned(args[at], column, scope) ?? (() => null);
  const sub = source.SubLink;
  if (!sub) throw missing('assignment of a row from this expression');
  const inner = query(tree(sub.subselect), scope, scope.unit);
  return (at, column) => {
    const of: Of = (frame) => {
      const rows = inner.rows(frame.run, frame, 2);
      if (rows.length > 1)
        throw new SqlError(
          '21000',
          'more than one row returned by a subquery used as an expression',
        );
      return rows[0]?.[at] ?? null;
    };
    return coerce(
      { type: inner.columns[at]?.type ?? 'text', of },
      column.type,
      scope.unit,
      'assignment',
    ).of;
  };
}

/** The row after the assignments. */
export function assign(
  frame: Frame,
  table: TableInfo,
  old: Row,
  assignments: readonly Assignment[],
): Row {
  const row: Value[] = [...old];
  for (const { column, of } of assignments) {
    row[column] = of ? of(frame) : frame.run.storage.defaultOf(table, column);
  }
  return row;
}
