import type { Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { settled } from '../expressions/coerce.js';
import { compile } from '../expressions/compile.js';
import type { Expr, Of, Scope, SortKey } from '../expressions/frame.js';
import type { Bodies, Tree } from '../tree.js';
import { missing, textsOf, tree } from '../tree.js';
import { compareOf } from '../types/order.js';
import type { TypeName } from '../../values.js';

/** The comparison of one item of ORDER BY, with its place for nulls. */
export function orderOf(
  type: TypeName,
  body: Bodies['SortBy'],
): (left: Value, right: Value) => number {
  if (body.sortby_dir === 'SORTBY_USING') throw missing('ORDER BY … USING');
  const compare = compareOf(type);
  const sign = body.sortby_dir === 'SORTBY_DESC' ? -1 : 1;
  const nulls = body.sortby_nulls ?? 'SORTBY_NULLS_DEFAULT';
  const areNullsFirst =
    nulls === 'SORTBY_NULLS_DEFAULT' ? sign < 0 : nulls === 'SORTBY_NULLS_FIRST';
  const nullSign = areNullsFirst ? -1 : 1;
  return (left, right) => {
    if (left === null) return right === null ? 0 : nullSign;
    return right === null ? -nullSign : sign * compare(left, right);
  };
}

/** The keys of an order that sees only expressions, as in an aggregate or a window. */
export function sortKeys(nodes: readonly unknown[], scope: Scope): SortKey[] {
  return nodes.map((node) => {
    const body = tree(node).SortBy ?? {};
    const { of, type } = settled(compile(body.node, scope), scope.unit);
    return { of, compare: orderOf(type, body) };
  });
}

/** A column of the result by its name and type. */
export interface Output {
  readonly name: string;
  readonly type: TypeName;
}

/** A key of the order of a result: a column of it, or an expression. */
export interface OutputKey extends SortKey {
  readonly output: number | undefined;
}

/** The keys of ORDER BY of a query. A name of a result column goes before a column of a table. */
export function outputKeys(
  nodes: readonly unknown[],
  outputs: readonly Output[],
  expression: (node: Tree) => Expr,
): OutputKey[] {
  return nodes.map((node) => {
    const body = tree(node).SortBy ?? {};
    const at = outputOf(tree(body.node), outputs);
    const type = at === undefined ? undefined : outputs[at]?.type;
    if (type !== undefined) return { output: at, of: nothing, compare: orderOf(type, body) };
    const expr = expression(tree(body.node));
    return { output: undefined, of: expr.of, compare: orderOf(expr.type, body) };
  });
}

const nothing: Of = () => null;

/** The result column that a number or a plain name stands for. */
export function outputOf(node: Tree, outputs: readonly Output[]): number | undefined {
  const number = node.A_Const?.ival;
  if (number) {
    const place = (number.ival ?? 0) - 1;
    if (!outputs[place])
      throw new SqlError('42P10', `ORDER BY position ${String(place + 1)} is not in select list`);
    return place;
  }
  const [name, ...more] = textsOf(node.ColumnRef?.fields);
  if (name === undefined || more.length > 0) return undefined;
  const found = outputs.findIndex((output) => output.name === name);
  return found < 0 ? undefined : found;
}

/** A row with the keys that order it. */
export interface Sortable {
  readonly keys: readonly Value[];
}

export function sortBy<Item extends Sortable>(items: Item[], keys: readonly SortKey[]): Item[] {
  if (keys.length === 0) return items;
  return items.sort((left, right) => {
    for (let at = 0; at < keys.length; at++) {
      const sign = keys[at]?.compare(left.keys[at] ?? null, right.keys[at] ?? null) ?? 0;
      if (sign !== 0) return sign;
    }
    return 0;
  });
}

/** The rows without repeats. */
export function distinctRows(rows: readonly Row[], key: (row: Row) => string): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const text = key(row);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
