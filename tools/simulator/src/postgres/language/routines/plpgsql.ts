import { parsePlPgSQLSync, parseSync } from 'libpg-query';
import type { Names } from '../../compile-names.js';
import type { Routine } from '../../storage.port.js';
import type { TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { childScope, Frame } from '../expressions/frame.js';
import type { Unit } from '../expressions/frame.js';
import { missing, tree } from '../tree.js';
import { typeOf } from '../types/type-names.js';
import type { Activation, RoutineScope, Step } from './activation.js';
import { block, conditional, exit, forInteger, forQuery, loop } from './pl-control.js';
import { expression } from './pl-expressions.js';
import {
  assign,
  diagnostics,
  execute,
  perform,
  raise,
  returnNext,
  returnQuery,
  returnValue,
} from './pl-statements.js';
import type { PlDatum, PlFunction, PlStatement } from './plpgsql-tree.js';
import type { Body, BodyUnit, RoutineSignature } from './signature.js';
import type { Variable } from './variables.js';
import { variableLookup } from './variables.js';

/** The body of a function in PL/pgSQL. */
export function plpgsqlBody(
  routine: Routine,
  signature: RoutineSignature,
  outside: BodyUnit,
): Body {
  const parsed = parsePlPgSQLSync(routine.text) as unknown as {
    plpgsql_funcs: { PLpgSQL_function: PlFunction }[];
  };
  const source = parsed.plpgsql_funcs[0]?.PLpgSQL_function;
  if (!source) throw missing('routine without a body');
  const scope = routineScope(source, signature, outside);
  const defaults = defaultsOf(source, scope);
  const run = block(source.action.PLpgSQL_stmt_block, scope);
  return (at, values) => {
    const variables: Value[] = [...values];
    const own = { storage: at, parameters: [], variables };
    const activation: Activation = {
      run: own,
      storage: at,
      frame: new Frame(own, undefined),
      rows: [],
      rowCount: 0n,
      error: undefined,
    };
    for (const set of defaults) set(activation);
    const signal = run(activation);
    return finished(activation, scope, signal === 'return');
  };
}

function finished(
  { rows, run }: Activation,
  { signature, datums, outputRow }: RoutineScope,
  isReturned: boolean,
): Activation['rows'] {
  if (signature.isSet || rows.length > 0) return rows;
  const fields = outputRow === undefined ? undefined : datums[outputRow]?.PLpgSQL_row?.fields;
  if (fields) return [fields.map(({ varno = 0 }) => run.variables[varno] ?? null)];
  if (outputRow !== undefined) return [[run.variables[outputRow] ?? null]];
  if (signature.columns[0]?.type === 'void') return [['']];
  if (!isReturned) throw new SqlError('2F005', 'control reached end of function without RETURN');
  return [signature.columns.map(() => null)];
}

function routineScope(
  source: PlFunction,
  signature: RoutineSignature,
  outside: BodyUnit,
): RoutineScope {
  const variables = source.datums.map((datum, place) => variableOf(datum, place, outside.names));
  const known = new Map<string, Variable>();
  for (const variable of variables) {
    if (variable && !known.has(variable.name)) known.set(variable.name, variable);
  }
  const unit: Unit = {
    ...outside,
    parameterTypes: [],
    isVolatile: false,
    variable: variableLookup(signature.name, (name) => known.get(name)),
  };
  const foundAt = variables.findIndex((variable) => variable?.name === 'found');
  const outputRow = signature.isSet ? undefined : source.out_param_varno;
  const { datums } = source;
  return {
    signature,
    unit,
    scope: childScope(undefined, unit),
    datums,
    variables,
    names: known,
    foundAt,
    statements,
    outputRow,
  };
}

function variableOf(datum: PlDatum, place: number, names: Names): Variable | undefined {
  const body = datum.PLpgSQL_var ?? datum.PLpgSQL_rec;
  if (!body) return undefined;
  const type = namedType(body.datatype.PLpgSQL_type.typname, names);
  return { name: body.refname, place, type: type === 'record' ? undefined : type };
}

/** The type that a declaration spells. */
function namedType(name: string, names: Names): TypeName {
  const plain = name.replace(/%rowtype$/i, '');
  const statement = parseSync(`select null::${plain}`).stmts?.[0]?.stmt;
  const target = tree(tree(statement).SelectStmt?.targetList?.[0]).ResTarget?.val;
  return typeOf(tree(target).TypeCast?.typeName, names);
}

/** Sets the variables of DECLARE in their order. */
function defaultsOf(source: PlFunction, routine: RoutineScope): ((at: Activation) => void)[] {
  const given = routine.signature.arguments.length;
  return source.datums.slice(given).flatMap((datum, at) => {
    const variable = routine.variables[given + at];
    if (!variable) return [];
    const body = datum.PLpgSQL_var?.default_val;
    const value = body && expression(body, variable.type, routine);
    return [
      (activation: Activation): void => {
        activation.run.variables[variable.place] = value ? value(activation) : null;
      },
    ];
  });
}

/** Compiles a list of statements. */
function statements(body: readonly PlStatement[] | undefined, routine: RoutineScope): Step {
  const steps = (body ?? []).map((each) => statement(each, routine));
  return (at) => {
    for (const step of steps) {
      const signal = step(at);
      if (signal !== undefined) return signal;
    }
    return undefined;
  };
}

type Compile<Kind extends keyof PlStatement> = (
  body: NonNullable<PlStatement[Kind]>,
  routine: RoutineScope,
) => Step;

const compilers: { readonly [Kind in keyof PlStatement]-?: Compile<Kind> } = {
  PLpgSQL_stmt_block: block,
  PLpgSQL_stmt_assign: assign,
  PLpgSQL_stmt_if: conditional,
  PLpgSQL_stmt_loop: loop,
  PLpgSQL_stmt_while: loop,
  PLpgSQL_stmt_fori: forInteger,
  PLpgSQL_stmt_fors: forQuery,
  PLpgSQL_stmt_exit: exit,
  PLpgSQL_stmt_perform: perform,
  PLpgSQL_stmt_execsql: execute,
  PLpgSQL_stmt_return: returnValue,
  PLpgSQL_stmt_return_next: returnNext,
  PLpgSQL_stmt_return_query: returnQuery,
  PLpgSQL_stmt_raise: raise,
  PLpgSQL_stmt_getdiag: diagnostics,
};

function statement(node: PlStatement, routine: RoutineScope): Step {
  const kind = Object.keys(node)[0] as keyof PlStatement;
  const compile = compilers[kind] as Compile<typeof kind> | undefined;
  if (!compile) throw missing(`statement ${kind} of PL/pgSQL`);
  return compile(node[kind] as never, routine);
}
