import type { Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import type { Activation, RoutineScope, Step, Target } from './activation.js';
import { setVariable, targetAt, targetOf, typesOf, variableAt } from './activation.js';
import { codeOf } from './conditions.js';
import type { Evaluate } from './pl-expressions.js';
import { asResult, assignment, expression, routineQuery, store } from './pl-expressions.js';
import type { PlDiagnostics, PlExecute, PlExpr, PlRaise, PlReturn } from './plpgsql-tree.js';

export function assign(
  body: { readonly varno?: number; readonly expr: PlExpr },
  routine: RoutineScope,
): Step {
  const target = targetAt(routine, body.varno ?? 0);
  if (target.kind === 'row') throw missing('assignment to several variables');
  const { variable } = target;
  const value = assignment(body.expr, variable.type, routine);
  return (at) => {
    setVariable(at, variable, value(at));
    return undefined;
  };
}

function noted(at: Activation, routine: RoutineScope, count: number): void {
  at.rowCount = BigInt(count);
  at.run.variables[routine.foundAt] = count > 0;
}

export function perform({ expr }: { readonly expr: PlExpr }, routine: RoutineScope): Step {
  const { run } = routineQuery(expr, routine);
  return (at) => {
    noted(at, routine, run(at).count);
    return undefined;
  };
}

const wantedTypes = (target: Target): ReturnType<typeof typesOf> | undefined =>
  target.kind === 'row' ? typesOf(target.variables) : undefined;

/** A statement of SQL, whose first row may go into variables. */
export function execute(body: PlExecute, routine: RoutineScope): Step {
  if (!body.into || !body.target) return perform({ expr: body.sqlstmt }, routine);
  const target = targetOf(routine, body.target);
  const { query, run } = routineQuery(body.sqlstmt, routine, wantedTypes(target));
  const put = store(target, query);
  return (at) => {
    const { rows } = run(at);
    if (body.strict && rows.length === 0) throw new SqlError('P0002', 'query returned no rows');
    if (body.strict && rows.length > 1)
      throw new SqlError('P0003', 'query returned more than one row');
    put(at, rows[0]);
    noted(at, routine, Math.min(rows.length, 1));
    return undefined;
  };
}

/** RETURN: the end, with the value of a function that returns one. */
export function returnValue(body: PlReturn, routine: RoutineScope): Step {
  const row = returned(body, routine);
  const { isSet } = routine.signature;
  return (at) => {
    if (!isSet && row) at.rows.push(row(at));
    return 'return';
  };
}

/** RETURN NEXT: one more row. */
export function returnNext(body: PlReturn, routine: RoutineScope): Step {
  const row = returned(body, routine);
  if (!row) throw missing('RETURN NEXT without a value');
  return (at) => {
    at.rows.push(row(at));
    return undefined;
  };
}

/** The row that a variable or an expression is for the result. */
function returned(
  { expr, retvarno }: PlReturn,
  routine: RoutineScope,
): ((at: Activation) => Row) | undefined {
  const { signature } = routine;
  const type = signature.isScalar ? signature.columns[0]?.type : undefined;
  if (expr) {
    const value = expression(expr, type, routine);
    return (at) => rowOf(value(at), signature.isScalar, signature.columns.length);
  }
  const number = retvarno ?? routine.outputRow;
  if (number === undefined || number < 0) return undefined;
  const target = targetAt(routine, number);
  if (target.kind === 'row')
    return ({ run }) => target.variables.map(({ place }) => run.variables[place] ?? null);
  const { place } = variableAt(routine, number);
  return ({ run }) =>
    rowOf(run.variables[place] ?? null, signature.isScalar, signature.columns.length);
}

function rowOf(value: Value, isScalar: boolean, width: number): Row {
  if (isScalar) return [value];
  return value === null ? new Array<Value>(width).fill(null) : (value as Row);
}

/** RETURN QUERY: the rows of a query. */
export function returnQuery(
  { query: body }: { readonly query?: PlExpr },
  routine: RoutineScope,
): Step {
  if (!body) throw missing('RETURN QUERY EXECUTE');
  const { query, run } = routineQuery(
    body,
    routine,
    routine.signature.columns.map(({ type }) => type),
  );
  const convert = asResult(query, routine);
  return (at) => {
    const { rows } = run(at);
    for (const row of rows) at.rows.push(convert(row));
    noted(at, routine, rows.length);
    return undefined;
  };
}

export function diagnostics(
  { diag_items: items, is_stacked: isStacked }: PlDiagnostics,
  routine: RoutineScope,
): Step {
  const variables = items.map(({ PLpgSQL_diag_item: { kind, target = 0 } }) => {
    if (kind !== 'ROW_COUNT' || isStacked) throw missing(`GET DIAGNOSTICS ${kind}`);
    return variableAt(routine, target);
  });
  return (at) => {
    for (const variable of variables) {
      setVariable(at, variable, variable.type === 'int8' ? at.rowCount : Number(at.rowCount));
    }
    return undefined;
  };
}

const errorLevel = 21;
const options = [
  'errcode',
  'message',
  'detail',
  'hint',
  'column',
  'constraint',
  'datatype',
  'table',
  'schema',
];

/** RAISE: an error; a notice goes nowhere. */
export function raise(body: PlRaise, routine: RoutineScope): Step {
  if ((body.elog_level ?? 0) < errorLevel) return () => undefined;
  const isAgain = body.message === undefined && body.condname === undefined && !body.options;
  if (isAgain) {
    return ({ error }) => {
      throw (
        error ??
        new SqlError(
          '0Z002',
          'RAISE without parameters cannot be used outside an exception handler',
        )
      );
    };
  }
  const params = (body.params ?? []).map((param) => textual(param, routine));
  const fields = (body.options ?? []).map(
    ({ PLpgSQL_raise_option: { opt_type: kind = 0, expr } }) => ({
      name: options[kind] ?? '',
      value: expression(expr, 'text', routine),
    }),
  );
  return (at) => {
    throw raised(at, body, params, fields);
  };
}

function textual(param: PlExpr, routine: RoutineScope): Evaluate {
  return expression(
    { PLpgSQL_expr: { query: `(${param.PLpgSQL_expr.query})::text` } },
    'text',
    routine,
  );
}

function raised(
  at: Activation,
  body: PlRaise,
  params: readonly Evaluate[],
  fields: readonly { readonly name: string; readonly value: Evaluate }[],
): SqlError {
  const values = new Map(fields.map(({ name, value }) => [name, value(at) as string]));
  const code = codeOf(values.get('errcode') ?? body.condname ?? 'P0001');
  let next = 0;
  const message = body.message?.replaceAll(/%%|%/g, (found) =>
    found === '%%' ? '%' : ((params[next++]?.(at) as string | null | undefined) ?? '<NULL>'),
  );
  const named = Object.fromEntries(
    ['constraint', 'table', 'schema', 'detail'].flatMap((name) =>
      values.has(name) ? [[name, values.get(name)]] : [],
    ),
  );
  return new SqlError(code, message ?? values.get('message') ?? body.condname ?? code, named);
}
