import type { Names } from '../../compile-names.js';
import { withNames } from '../../compile-names.js';
import type { Routine, StatementStorage } from '../../storage.port.js';
import type { Column, Row, TypeName, Value } from '../../values.js';
import { coerce } from '../expressions/coerce.js';
import type { Compiler, Frame, Scope } from '../expressions/frame.js';
import type { Argument } from '../functions/overloads.js';
import { missing } from '../tree.js';
import { plpgsqlBody } from './plpgsql.js';
import type { Body, RoutineSignature } from './signature.js';
import { rowType, signatureOf } from './signature.js';
import { sqlBody } from './sql-body.js';

interface CompiledRoutine {
  readonly signature: RoutineSignature;
  /** Compiled at the first call, so that a routine may call itself. */
  body: Body | undefined;
}

const compiledRoutines = new WeakMap<Routine, CompiledRoutine>();

function compiledOf(routine: Routine, names: Names): CompiledRoutine {
  const known = compiledRoutines.get(routine);
  if (known) return known;
  const made: CompiledRoutine = { signature: signatureOf(routine, names), body: undefined };
  compiledRoutines.set(routine, made);
  return made;
}

/** A call of a function that a migration made. */
export interface RoutineCall {
  readonly columns: readonly Column[];
  readonly isSet: boolean;
  readonly isScalar: boolean;
  readonly rows: (frame: Frame) => readonly Row[];
  /** One row as a value. */
  readonly value: { readonly type: TypeName; readonly of: (row: Row | undefined) => Value };
}

/** The call of the routine of this name; nothing when there is none. */
export function routineCall(
  schema: string | undefined,
  name: string,
  args: readonly Argument[],
  scope: Scope,
): RoutineCall | undefined {
  const { names, compiler } = scope.unit;
  const routine = names.routine(schema, name, args.length);
  if (!routine) return undefined;
  if (args.some((arg) => arg.name !== undefined)) throw missing('named arguments of a routine');
  const compiled = compiledOf(routine, names);
  const { signature } = compiled;
  if (!signature.isStable) scope.unit.isVolatile = true;
  const ofs = args.map(({ expr }, at) => {
    const type = signature.arguments[at]?.type ?? 'text';
    return coerce(expr, type, scope.unit, 'assignment').of;
  });
  const rows = (frame: Frame): readonly Row[] => {
    const values = ofs.map((of) => of(frame));
    const { run } = frame;
    compiled.body ??= bodyOf(routine, signature, run.storage, compiler);
    return compiled.body(run.storage, values);
  };
  const of = (row: Row | undefined): Value =>
    row === undefined ? null : signature.isScalar ? (row[0] ?? null) : row;
  const { columns, isSet, isScalar } = signature;
  return { columns, isSet, isScalar, rows, value: { type: rowType(signature), of } };
}

function bodyOf(
  routine: Routine,
  signature: RoutineSignature,
  storage: StatementStorage,
  compiler: Compiler,
): Body {
  const body = routine.language === 'sql' ? sqlBody : plpgsqlBody;
  return withNames(storage, (names) => body(routine, signature, { names, compiler }));
}
