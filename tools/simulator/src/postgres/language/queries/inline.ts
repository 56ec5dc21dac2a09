import type { Expr, RelColumn, Scope } from '../expressions/frame.js';
import { builtins } from '../functions/builtins.js';
import type { Bodies, Tree } from '../tree.js';
import { qualifiedName, tree } from '../tree.js';
import type { Group } from './arrange.js';
import type { AddItem } from './joins.js';
import { conjunctsOf, watched } from './conjuncts.js';
import { targetsOf } from './targets.js';

/**
 * Joins the relations of a simple query in FROM to the query around it, so that its conditions can use indexes. Answers
 * its columns; nothing when the query has to run by itself.
 */
export function inlined(
  node: Tree,
  inner: Scope,
  group: Group,
  isNullable: boolean,
  addItem: AddItem,
): RelColumn[] | undefined {
  const body = node.SelectStmt;
  if (!body || !isSimple(body) || (isNullable && !hasPlainTargets(body))) return undefined;
  for (const item of body.fromClause ?? []) addItem(tree(item), inner, group, isNullable);
  if (body.whereClause) group.conjuncts.push(...conjunctsOf(body.whereClause, inner));
  return targetsOf(body.targetList ?? [], inner).map(({ name, make }) => {
    const { made, needs } = watched(inner.layout, make);
    return {
      name,
      get expr(): Expr {
        for (const slot of needs) inner.layout.collector?.add(slot);
        return made;
      },
    };
  });
}

const blockers = [
  ...(['valuesLists', 'withClause', 'distinctClause', 'groupClause', 'havingClause'] as const),
  ...(['windowClause', 'sortClause', 'limitCount', 'limitOffset', 'lockingClause'] as const),
];

function isSimple(body: Bodies['SelectStmt']): boolean {
  if (body.op !== undefined && body.op !== 'SETOP_NONE') return false;
  if (blockers.some((key) => body[key] !== undefined)) return false;
  return (body.targetList ?? []).every((target) => isSteady(tree(target).ResTarget?.val));
}

/** Whether an expression may be computed at each use: it calls only functions whose result depends on nothing else. */
function isSteady(node: unknown): boolean {
  if (node === null || typeof node !== 'object') return true;
  if (Array.isArray(node)) return node.every(isSteady);
  const call = tree(node).FuncCall;
  if (call) {
    const { name } = qualifiedName(call.funcname);
    const overloads = builtins.get(name);
    if (!overloads || overloads.some(({ isVolatile }) => isVolatile)) return false;
  }
  return tree(node).SubLink === undefined && Object.values(node).every(isSteady);
}

const hasPlainTargets = (body: Bodies['SelectStmt']): boolean =>
  (body.targetList ?? []).every(
    (target) => tree(tree(target).ResTarget?.val).ColumnRef !== undefined,
  );
