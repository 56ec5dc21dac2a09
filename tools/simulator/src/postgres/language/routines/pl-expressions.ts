import { parseSync } from 'libpg-query';
import type { Row, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { coerce } from '../expressions/coerce.js';
import { compile } from '../expressions/compile.js';
import type { Expr } from '../expressions/frame.js';
import { Frame } from '../expressions/frame.js';
import type { Query } from '../expressions/frame.js';
import { query } from '../expressions/compile.js';
import type { Tree } from '../tree.js';
import { tree } from '../tree.js';
import { castOf, isAssignable } from '../types/casts.js';
import type { Convert } from '../types/casts.js';
import { recordOf } from '../types/type-names.js';
import type { Activation, RoutineScope, Target } from './activation.js';
import { isRecordTarget, setVariable } from './activation.js';
import type { PlExpr } from './plpgsql-tree.js';

/** The value of an expression in a call of the routine. */
export type Evaluate = (at: Activation) => Value;

const statement = (text: string): Tree => tree(parseSync(text).stmts?.[0]?.stmt);

/** Compiles an expression as a value of a type. */
export function expression(
  { PLpgSQL_expr: { query: text } }: PlExpr,
  type: TypeName | undefined,
  routine: RoutineScope,
): Evaluate {
  return evaluated(statement(`select ${text}`), type, routine);
}

/** Compiles `variable := expression`. */
export function assignment(
  { PLpgSQL_expr: { query: text } }: PlExpr,
  type: TypeName | undefined,
  routine: RoutineScope,
): Evaluate {
  return evaluated(statement(`select ${text.replace(/^[^:=]*:?=/, '')}`), type, routine);
}

function evaluated(node: Tree, type: TypeName | undefined, routine: RoutineScope): Evaluate {
  const { scope, unit, signature } = routine;
  const { targetList, op, ...rest } = node.SelectStmt ?? {};
  const isPlain =
    (op ?? 'SETOP_NONE') === 'SETOP_NONE' &&
    targetList?.length === 1 &&
    Object.keys(rest).every((key) => key === 'limitOption');
  if (isPlain) {
    const { once } = scope.layout;
    const { of } = typed(compile(tree(targetList[0]).ResTarget?.val, scope), type, routine);
    // A sub-query that is read once for a run of the expression keeps its rows in the frame.
    if (scope.layout.once === once) return ({ frame }) => of(frame);
    return (at) => of(new Frame(at.run, undefined));
  }
  const inner = query(node, scope, unit);
  const [column] = inner.columns;
  const found: { row: Row | undefined } = { row: undefined };
  const expr = typed(
    { type: column?.type ?? 'text', of: () => found.row?.[0] ?? null },
    type,
    routine,
  );
  return (at) => {
    const frame = new Frame(at.run, undefined);
    const act = (): readonly Row[] => inner.rows(at.run, frame, 2);
    const rows = signature.isStable ? act() : at.storage.command(act);
    if (rows.length > 1) throw new SqlError('21000', 'query returned more than one row');
    found.row = rows[0];
    return expr.of(frame);
  };
}

const typed = (expr: Expr, type: TypeName | undefined, { unit }: RoutineScope): Expr =>
  type === undefined ? expr : coerce(expr, type, unit, 'assignment');

/** A query of the routine, which sees its variables. */
export interface RoutineQuery {
  readonly query: Query;
  readonly run: (at: Activation) => ReturnType<Query['run']>;
}

export function routineQuery(
  { PLpgSQL_expr: { query: text } }: PlExpr,
  routine: RoutineScope,
  expected?: readonly (TypeName | undefined)[],
): RoutineQuery {
  const compiled = query(statement(text), undefined, routine.unit, expected);
  const { isStable } = routine.signature;
  return {
    query: compiled,
    run: (at) => {
      const act = (): ReturnType<Query['run']> => compiled.run(at.run, undefined);
      return isStable ? act() : at.storage.command(act);
    },
  };
}

/** Puts a row into a target, nulls where there is no row. A plain record takes the type of the query. */
export function store(
  target: Target,
  { columns }: Query,
): (at: Activation, row: Row | undefined) => void {
  if (target.kind === 'variable' && isRecordTarget(target)) {
    const { variable } = target;
    variable.type ??= recordOf(columns);
    return (at, row) => {
      setVariable(at, variable, row ?? columns.map(() => null));
    };
  }
  const variables = target.kind === 'variable' ? [target.variable] : target.variables;
  const converts = variables.map(({ type = 'text' }, at) =>
    conversion(columns[at]?.type ?? type, type),
  );
  return (at, row) => {
    for (const [place, variable] of variables.entries()) {
      const value = row?.[place] ?? null;
      setVariable(at, variable, value === null ? null : (converts[place]?.(value) ?? null));
    }
  };
}

/** How a value of a query becomes one of a variable or a result. Throws 42804. */
export function conversion(from: TypeName, to: TypeName): Convert {
  const convert = isAssignable(from, to) || from === 'text' ? castOf(from, to) : undefined;
  if (!convert) throw new SqlError('42804', `type ${from} does not match type ${to}`);
  return convert;
}

/** Rows with the types of the result of the routine. */
export function asResult({ columns }: Query, { signature }: RoutineScope): (row: Row) => Row {
  if (columns.length !== signature.columns.length) {
    throw new SqlError('42804', 'structure of query does not match function result type');
  }
  const converts = signature.columns.map(({ type }, at) => {
    const from = columns[at]?.type ?? type;
    return from === type ? undefined : conversion(from, type);
  });
  if (converts.every((convert) => convert === undefined)) return (row) => row;
  return (row) =>
    row.map((value, at) => (value === null || !converts[at] ? value : converts[at](value)));
}
