import type { Column, Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { compile } from '../expressions/compile.js';
import type { Expr, Frame, Of, Scope } from '../expressions/frame.js';
import { routineCall } from '../routines/routine-call.js';
import type { Bodies } from '../tree.js';
import { missing, qualifiedName, tree } from '../tree.js';
import { aggregateCall, isAggregate } from './aggregate-call.js';
import type { Builtin, Call } from './builtin.js';
import { builtins } from './builtins.js';
import type { Argument } from './overloads.js';
import { bestOf, bindArguments, returnType } from './overloads.js';
import { setFunctions } from './set-functions.js';
import { isWindowFunction, windowCall } from './window-call.js';

type Body = Bodies['FuncCall'];

/** The expression of a call of a function that returns one value. Throws 42883. */
export function call(body: Body, scope: Scope): Expr {
  const { schema, name } = qualifiedName(body.funcname);
  const isBuiltin = schema === undefined || schema === 'pg_catalog';
  const overRows = isBuiltin ? overRowsCall(name, body, scope) : undefined;
  if (overRows) return overRows;
  const args = argumentsOf(body, scope);
  const chosen = isBuiltin ? bestOf(builtins.get(name) ?? [], args) : undefined;
  if (chosen) return builtinCall(chosen, args, scope);
  const routine = routineCall(schema, name, args, scope);
  if (routine) {
    const { rows, value } = routine;
    if (routine.isSet) throw missing(`set of rows of ${name} inside an expression`);
    return { type: value.type, of: (frame) => value.of(rows(frame)[0]) };
  }
  throw undefinedFunction(name, args);
}

function overRowsCall(name: string, body: Body, scope: Scope): Expr | undefined {
  if (body.over || isWindowFunction(name)) return windowCall(name, body, scope);
  return isAggregate(name) ? aggregateCall(name, body, scope) : undefined;
}

const undefinedFunction = (name: string, args: readonly Argument[]): SqlError =>
  new SqlError(
    '42883',
    `function ${name}(${args.map(({ expr }) => expr.type).join(', ')}) does not exist`,
  );

export function argumentsOf(body: Body, scope: Scope): Argument[] {
  if (body.func_variadic) throw missing('call with VARIADIC');
  return (body.args ?? []).map((arg) => {
    const named = tree(arg).NamedArgExpr;
    return { name: named?.name, expr: compile(named ? named.arg : arg, scope) };
  });
}

function builtinCall(chosen: Builtin, args: readonly Argument[], scope: Scope): Expr {
  const { ofs, types } = bindArguments(chosen, args, scope.unit);
  if (chosen.isVolatile) scope.unit.isVolatile = true;
  const act = chosen.bind(types);
  const of = chosen.isStrict ? strictCall(ofs, act) : looseCall(ofs, act);
  return { type: returnType(chosen.returns, chosen, types), of };
}

function strictCall(ofs: readonly Of[], act: Call): Of {
  return (frame) => {
    const values: Value[] = [];
    for (const of of ofs) {
      const value = of(frame);
      if (value === null) return null;
      values.push(value);
    }
    return act(values, frame);
  };
}

const looseCall =
  (ofs: readonly Of[], act: Call): Of =>
  (frame) =>
    act(
      ofs.map((of) => of(frame)),
      frame,
    );

/** A call of a function as a list of rows. */
export interface SetCall {
  readonly name: string;
  readonly columns: readonly Column[];
  /** One column, whose value stands for the row. */
  readonly isScalar: boolean;
  readonly rows: (frame: Frame) => readonly Row[];
}

/** A call of a function that returns rows; nothing when the function returns one value. */
export function setCall(body: Body, scope: Scope): SetCall | undefined {
  const { schema, name } = qualifiedName(body.funcname);
  const isBuiltin = schema === undefined || schema === 'pg_catalog';
  const candidates = isBuiltin ? setFunctions.get(name) : undefined;
  if (
    !candidates &&
    isBuiltin &&
    (builtins.has(name) || isAggregate(name) || isWindowFunction(name))
  )
    return undefined;
  const args = argumentsOf(body, scope);
  if (!candidates) return routineSet(schema, name, args, scope);
  const chosen = bestOf(candidates, args);
  if (!chosen) throw undefinedFunction(name, args);
  const { ofs, types } = bindArguments(chosen, args, scope.unit);
  const act = chosen.bindRows(types);
  const columns = chosen.columns(types);
  return {
    name,
    columns,
    isScalar: columns.length === 1 && chosen.isScalar,
    rows: (frame) => {
      const values = ofs.map((of) => of(frame));
      return chosen.isStrict && values.includes(null) ? [] : act(values);
    },
  };
}

function routineSet(
  schema: string | undefined,
  name: string,
  args: readonly Argument[],
  scope: Scope,
): SetCall | undefined {
  const found = routineCall(schema, name, args, scope);
  if (!found) throw undefinedFunction(name, args);
  if (!found.isSet && found.isScalar) return undefined;
  return { name, columns: found.columns, isScalar: found.isScalar, rows: found.rows };
}

/** A function that returns one value, as the one row of a relation. */
export function oneRow(body: Body, scope: Scope): SetCall {
  const { name } = qualifiedName(body.funcname);
  const expr = call(body, scope);
  return {
    name,
    columns: [{ name, type: expr.type }],
    isScalar: true,
    rows: (frame) => [[expr.of(frame)]],
  };
}
