import type { TableInfo, Tuple } from '../../storage.port.js';
import type { Row } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Scope, Unit } from '../expressions/frame.js';
import { childScope, Frame } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { missing, tree } from '../tree.js';
import { arrange, emptyGroup } from './arrange.js';
import { assign, assignmentsOf } from './assignments.js';
import { conjunctsOf } from './conjuncts.js';
import { addItem, addTable } from './from.js';
import type { RowState } from './row-state.js';
import { restore, stateOf } from './row-state.js';
import type { Query } from '../expressions/frame.js';
import { queryOf } from './query-of.js';
import type { Returning } from './returning.js';
import { returning } from './returning.js';

type Body = Pick<
  Bodies['UpdateStmt'] & Bodies['DeleteStmt'],
  'relation' | 'whereClause' | 'returningClause'
>;

/** A statement that changes rows which it finds first. */
interface Change {
  readonly scope: Scope;
  readonly table: TableInfo;
  readonly slot: number;
  readonly find: (frame: Frame) => RowState[];
  readonly result: Returning | undefined;
}

/** No view of the services can be changed: 55000 for the second item in its FROM, else 0A000. */
export function refuseView(schema: string | undefined, name: string, { names }: Unit): void {
  const view = names.view(schema, name);
  if (!view) return;
  const items = tree(view.query).SelectStmt?.fromClause ?? [];
  if (items.length > 1) throw new SqlError('55000', `cannot change view "${name}"`);
  throw missing(`change through the view ${name}`);
}

function changeOf(
  body: Body,
  from: readonly unknown[],
  outer: Scope | undefined,
  unit: Unit,
): Change {
  const scope = childScope(outer, unit);
  const group = emptyGroup();
  const { schemaname, relname = '', alias } = body.relation ?? {};
  refuseView(schemaname, relname, unit);
  const table = unit.names.table(schemaname, relname);
  const rel = addTable(scope, group, table, alias?.aliasname ?? relname);
  for (const item of from) addItem(tree(item), scope, group, false);
  if (body.whereClause) group.conjuncts.push(...conjunctsOf(body.whereClause, scope));
  const slot = rel.table?.slot ?? 0;
  const stage = arrange(group);
  const result = returning(body.returningClause?.exprs, scope);
  return { scope, table, slot, result, find: (frame) => found(frame, stage, slot) };
}

/** Each row of the table once, with the first rows that it is joined to. */
function found(frame: Frame, stage: ReturnType<typeof arrange>, slot: number): RowState[] {
  const states = new Map<Tuple, RowState>();
  stage(frame, () => {
    const tuple = frame.tuples[slot];
    if (tuple && !states.has(tuple)) states.set(tuple, stateOf(frame));
    return false;
  })();
  return [...states.values()];
}

/** UPDATE. */
export function update(body: Bodies['UpdateStmt'], outer: Scope | undefined, unit: Unit): Query {
  const change = changeOf(body, body.fromClause ?? [], outer, unit);
  const { scope, table, slot } = change;
  // Column names on the left of SET belong to the table; those on the right see all relations.
  const assignments = assignmentsOf(body.targetList ?? [], table, scope);
  return changing('UPDATE', change, (frame, tuple) => {
    const row = assign(frame, table, tuple.row, assignments);
    frame.rows[slot] = frame.run.storage.update(table, tuple, row).row;
  });
}

/** DELETE. */
export function deleteFrom(
  body: Bodies['DeleteStmt'],
  outer: Scope | undefined,
  unit: Unit,
): Query {
  const change = changeOf(body, body.usingClause ?? [], outer, unit);
  return changing('DELETE', change, (frame, tuple) => {
    frame.run.storage.delete(change.table, tuple);
  });
}

function changing(
  command: string,
  { scope, slot, find, result }: Change,
  act: (frame: Frame, tuple: Tuple) => void,
): Query {
  return queryOf(
    { command, columns: result?.columns ?? [] },
    (run, around) => {
      const frame = new Frame(run, around);
      const rows: Row[] = [];
      const states = find(frame);
      for (const state of states) {
        restore(frame, state);
        const tuple = state.tuples[slot];
        if (!tuple) continue;
        act(frame, tuple);
        const row = result?.row(frame);
        if (row) rows.push(row);
      }
      return { rows, count: states.length };
    },
    scope.reachesOut,
  );
}
