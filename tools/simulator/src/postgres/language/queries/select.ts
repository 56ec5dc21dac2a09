import type { TypeName } from '../../values.js';
import { compile, condition } from '../expressions/compile.js';
import { settled } from '../expressions/coerce.js';
import type {
  AggregateCall,
  ComputedSink,
  Of,
  Scope,
  Unit,
  WindowCall,
} from '../expressions/frame.js';
import { childScope } from '../expressions/frame.js';
import type { Bodies, Tree } from '../tree.js';
import { textsOf, tree } from '../tree.js';
import { keyOf } from '../types/order.js';
import { arrange } from './arrange.js';
import { conjunctsOf } from './conjuncts.js';
import { fromClause } from './from.js';
import type { Grouping } from './grouping.js';
import { limits } from './limits.js';
import { locksOf } from './locking.js';
import type { Plan } from './pipeline.js';
import { runPlan } from './pipeline.js';
import type { Query } from '../expressions/frame.js';
import { queryOf } from './query-of.js';
import { outputKeys, outputOf } from './sorting.js';
import type { Column } from './targets.js';
import { compiled, projection, targetsOf } from './targets.js';

/** A SELECT of rows from relations. */
export function select(
  body: Bodies['SelectStmt'],
  outer: Scope | undefined,
  unit: Unit,
  expected: readonly (TypeName | undefined)[] | undefined,
): Query {
  const scope = childScope(outer, unit);
  const group = fromClause(body.fromClause ?? [], scope);
  if (body.whereClause) group.conjuncts.push(...conjunctsOf(body.whereClause, scope));
  const aggregates: ComputedSink<AggregateCall> = { calls: [] };
  const windows: ComputedSink<WindowCall> = { calls: [] };
  Object.assign(scope, { aggregates, windows });
  const columns = compiled(targetsOf(body.targetList ?? [], scope), scope, expected);
  const having = body.havingClause ? condition(body.havingClause, scope) : undefined;
  const order = outputKeys(body.sortClause ?? [], columns, (node) =>
    settled(compile(node, scope), unit),
  );
  const distinct = distinctOf(body, columns, scope);
  scope.aggregates = undefined;
  const plan: Plan = {
    stage: arrange(group),
    grouping: groupingOf(body, columns, scope, aggregates, having),
    windows: windows.calls,
    project: projection(columns),
    order,
    distinct,
    range: limits(body, scope),
    locks: locksOf(body.lockingClause ?? [], scope),
  };
  const undecided = new Set(columns.flatMap(({ isUndecided }, at) => (isUndecided ? [at] : [])));
  return queryOf(
    { command: 'SELECT', columns: columns.map(({ name, type }) => ({ name, type })), undecided },
    (run, around, cap) => runPlan(plan, run, around, cap),
    scope.reachesOut,
  );
}

function groupingOf(
  body: Bodies['SelectStmt'],
  columns: readonly Column[],
  scope: Scope,
  { calls }: ComputedSink<AggregateCall>,
  having: Of | undefined,
): Grouping | undefined {
  const keys = (body.groupClause ?? []).map((node) => groupKey(tree(node), columns, scope));
  if (keys.length === 0 && calls.length === 0 && !having) return undefined;
  return {
    keys: keys.map(({ of }) => of),
    keyOf: keyOf(keys.map(({ type }) => type)),
    hasOneGroup: keys.length === 0,
    calls,
    having,
    slots: scope.layout.slots,
  };
}

/** An item of GROUP BY: a column of a table goes before a name of a result column. */
function groupKey(
  node: Tree,
  columns: readonly Column[],
  scope: Scope,
): { of: Of; type: TypeName } {
  const output = outputOf(node, columns);
  const target = output === undefined ? undefined : columns[output];
  if (!target || isInputColumn(node, scope)) return settled(compile(node, scope), scope.unit);
  return target;
}

function isInputColumn(node: Tree, scope: Scope): boolean {
  const [name] = textsOf(node.ColumnRef?.fields);
  return scope.rels.some(({ columns }) => columns.some((column) => column.name === name));
}

function distinctOf(
  body: Bodies['SelectStmt'],
  columns: readonly Column[],
  scope: Scope,
): Plan['distinct'] {
  if (!body.distinctClause) return undefined;
  const nodes = body.distinctClause.map(tree).filter((node) => Object.keys(node).length > 0);
  if (nodes.length === 0) {
    const key = keyOf(columns.map(({ type }) => type));
    return { key: (row) => key(row), ofs: undefined };
  }
  const exprs = nodes.map((node) => {
    const output = outputOf(node, columns);
    return (
      (output === undefined ? undefined : columns[output]) ??
      settled(compile(node, scope), scope.unit)
    );
  });
  return { key: keyOf(exprs.map(({ type }) => type)), ofs: exprs.map(({ of }) => of) };
}
