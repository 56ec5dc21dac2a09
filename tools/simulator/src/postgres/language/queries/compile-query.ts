import type { Expected, Query, Scope, Unit } from '../expressions/frame.js';
import { childScope, Frame } from '../expressions/frame.js';
import type { Bodies, Tree } from '../tree.js';
import { kindOf, missing } from '../tree.js';
import { insert } from './insert.js';
import { deleteFrom, update } from './modify.js';
import { queryOf } from './query-of.js';
import { select } from './select.js';
import { setOperation } from './set-operations.js';
import { values } from './values.js';
import { bindCtes } from './with.js';

/**
 * Compiles a statement.
 * @param expected the types for literals and parameters of unknown type in its columns
 */
export function compileQuery(
  node: Tree,
  outer: Scope | undefined,
  unit: Unit,
  expected?: Expected,
): Query {
  const clause = withClauseOf(node);
  if (!clause) return plain(node, outer, unit, expected);
  const scope = childScope(outer, unit);
  const finish = bindCtes(clause, scope);
  const inner = plain(node, scope, unit, expected);
  return queryOf(
    inner,
    (run, around, cap) => {
      const frame = new Frame(run, around);
      const outcome = inner.run(run, frame, cap);
      finish(frame);
      return outcome;
    },
    scope.reachesOut,
  );
}

function withClauseOf(node: Tree): Bodies['WithClause'] | undefined {
  const body = node.SelectStmt ?? node.InsertStmt ?? node.UpdateStmt ?? node.DeleteStmt;
  return body?.withClause;
}

function plain(node: Tree, outer: Scope | undefined, unit: Unit, expected: Expected): Query {
  if (node.SelectStmt) return selection(node.SelectStmt, outer, unit, expected);
  if (node.InsertStmt) return changing(unit, () => insert(node.InsertStmt ?? {}, outer, unit));
  if (node.UpdateStmt) return changing(unit, () => update(node.UpdateStmt ?? {}, outer, unit));
  if (node.DeleteStmt) return changing(unit, () => deleteFrom(node.DeleteStmt ?? {}, outer, unit));
  throw missing(`statement ${kindOf(node)}`);
}

function changing(unit: Unit, make: () => Query): Query {
  const made = make();
  unit.isVolatile = true;
  return made;
}

function selection(
  body: Bodies['SelectStmt'],
  outer: Scope | undefined,
  unit: Unit,
  expected: Expected,
): Query {
  if (body.valuesLists) return values(body, outer, unit, expected);
  if (body.op !== undefined && body.op !== 'SETOP_NONE')
    return setOperation(body, outer, unit, expected);
  return select(body, outer, unit, expected);
}
