import type { Column, Row } from '../../values.js';
import type { CteBinding, Frame, Scope } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { missing, textsOf, tree } from '../tree.js';
import { keyOf } from '../types/order.js';
import type { Query } from '../expressions/frame.js';
import { query } from '../expressions/compile.js';

/** Binds the queries of WITH by name. The answer runs the changes that nothing has read, at the end. */
export function bindCtes(clause: Bodies['WithClause'], scope: Scope): (frame: Frame) => void {
  const changes: CteBinding[] = [];
  for (const node of clause.ctes ?? []) {
    const cte = tree(node).CommonTableExpr ?? {};
    const names = textsOf(cte.aliascolnames);
    const body = tree(cte.ctequery);
    const isRecursive = clause.recursive === true && refersTo(body, cte.ctename ?? '');
    const binding = isRecursive
      ? recursive(cte.ctename ?? '', names, body.SelectStmt ?? {}, scope)
      : stored(query(body, scope, scope.unit), names, scope);
    scope.ctes.set(cte.ctename ?? '', binding);
    if (!body.SelectStmt) changes.push(binding);
  }
  return (frame) => {
    for (const change of changes) change.rows(frame);
  };
}

const renamed = (columns: readonly Column[], names: readonly string[]): Column[] =>
  columns.map(({ name, type }, at) => ({ name: names[at] ?? name, type }));

/** Rows that are computed when they are first read. */
function stored(inner: Query, names: readonly string[], scope: Scope): CteBinding {
  const place = scope.layout.once++;
  return {
    columns: renamed(inner.columns, names),
    rows: (frame) => (frame.once[place] ??= inner.rows(frame.run, frame)) as readonly Row[],
  };
}

const refersTo = (body: unknown, name: string): boolean =>
  JSON.stringify(body).includes(`"relname":${JSON.stringify(name)}`);

/** A recursion without end is a mistake. */
const roundsMax = 100_000;

function recursive(
  name: string,
  names: readonly string[],
  body: Bodies['SelectStmt'],
  scope: Scope,
): CteBinding {
  if (body.op !== 'SETOP_UNION' || body.sortClause || body.limitCount) {
    throw missing('recursion of this form');
  }
  const [place, working] = [scope.layout.once++, scope.layout.once++];
  const first = query({ SelectStmt: body.larg ?? {} }, scope, scope.unit);
  const columns = renamed(first.columns, names);
  const workRows = (frame: Frame): readonly Row[] => frame.once[working] as readonly Row[];
  scope.ctes.set(name, { columns, rows: workRows });
  const types = columns.map(({ type }) => type);
  const next = query({ SelectStmt: body.rarg ?? {} }, scope, scope.unit, types);
  const key = keyOf(types);
  const compute = (frame: Frame): readonly Row[] => {
    const seen = new Set<string>();
    const isNew = (row: Row): boolean =>
      body.all === true || (!seen.has(key(row)) && !!seen.add(key(row)));
    let round = first.rows(frame.run, frame).filter(isNew);
    const all = [...round];
    for (let rounds = 0; round.length > 0; rounds++) {
      if (rounds >= roundsMax) throw missing('recursion of so many rounds');
      frame.once[working] = round;
      round = next.rows(frame.run, frame).filter(isNew);
      all.push(...round);
    }
    return all;
  };
  return { columns, rows: (frame) => (frame.once[place] ??= compute(frame)) as readonly Row[] };
}
