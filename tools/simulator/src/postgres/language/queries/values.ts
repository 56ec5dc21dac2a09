import type { TypeName } from '../../values.js';
import { coerce, settled, unifiedType } from '../expressions/coerce.js';
import { compile } from '../expressions/compile.js';
import type { Expr, Scope, Unit } from '../expressions/frame.js';
import { childScope, Frame } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { missing, tree } from '../tree.js';
import type { Query } from '../expressions/frame.js';
import { queryOf } from './query-of.js';

/** The rows of VALUES. */
export function values(
  body: Bodies['SelectStmt'],
  outer: Scope | undefined,
  unit: Unit,
  expected: readonly (TypeName | undefined)[] | undefined,
): Query {
  if (body.sortClause || body.limitCount) throw missing('order or limit of VALUES');
  const scope = childScope(outer, unit);
  const lists = (body.valuesLists ?? []).map((list) => tree(list).List?.items ?? []);
  const exprs = lists.map((items) => items.map((item) => compile(item, scope)));
  const types = (exprs[0] ?? []).map((_first, at) =>
    columnType(
      exprs.map((row) => row[at]),
      expected?.[at],
    ),
  );
  const ofs = exprs.map((row) => row.map((expr, at) => typed(expr, types[at], unit).of));
  const columns = types.map((type, at) => ({ name: `column${String(at + 1)}`, type }));
  return queryOf(
    { command: 'SELECT', columns },
    (run, around) => {
      const frame = new Frame(run, around);
      const rows = ofs.map((row) => row.map((of) => of(frame)));
      return { rows, count: rows.length };
    },
    scope.reachesOut,
  );
}

function columnType(
  exprs: readonly (Expr | undefined)[],
  expected: TypeName | undefined,
): TypeName {
  const present = exprs.filter((expr) => expr !== undefined);
  if (expected !== undefined && present.every(({ type }) => type === 'unknown')) return expected;
  return unifiedType(present, 'VALUES');
}

const typed = (expr: Expr, type: TypeName | undefined, unit: Unit): Expr =>
  type === undefined ? settled(expr, unit) : coerce(expr, type, unit);
