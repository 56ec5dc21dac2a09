import type { StatementStorage } from '../../storage.port.js';
import type { Row, SqlError, TypeName, Value } from '../../values.js';
import type { Frame, Run, Scope, Unit } from '../expressions/frame.js';
import { missing } from '../tree.js';
import type { PlDatum, PlStatement } from './plpgsql-tree.js';
import type { RoutineSignature } from './signature.js';
import type { Variable } from './variables.js';

/** One call of a routine in PL/pgSQL. */
export interface Activation {
  readonly run: Run;
  readonly storage: StatementStorage;
  /** For expressions that keep nothing in their frame. */
  readonly frame: Frame;
  /** The rows that it returned so far. */
  readonly rows: Row[];
  /** Rows of the last statement, for GET DIAGNOSTICS. */
  rowCount: bigint;
  /** The error that the current handler handles. */
  error: SqlError | undefined;
}

/** Why a list of statements ended early. */
export type Signal =
  | 'return'
  | { readonly kind: 'exit' | 'continue'; readonly label: string | undefined }
  | undefined;

/** A compiled statement. */
export type Step = (at: Activation) => Signal;

/** A variable, the parts of one, or several as one row. */
export type Target =
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'row'; readonly variables: readonly Variable[] };

/** What all statements of a routine share while they are compiled. */
export interface RoutineScope {
  readonly signature: RoutineSignature;
  readonly unit: Unit;
  readonly scope: Scope;
  readonly datums: readonly PlDatum[];
  readonly variables: readonly (Variable | undefined)[];
  /** Which variable a name means where the compiler is. */
  readonly names: Map<string, Variable>;
  /** Compiles a list of statements. */
  readonly statements: (body: readonly PlStatement[] | undefined, routine: RoutineScope) => Step;
  readonly foundAt: number;
  readonly outputRow: number | undefined;
}

/** The target with this number. */
export function targetAt(routine: RoutineScope, number: number): Target {
  const variable = routine.variables[number];
  if (variable) return { kind: 'variable', variable };
  const row = routine.datums[number]?.PLpgSQL_row;
  if (!row) throw missing('assignment to a field of a variable');
  return { kind: 'row', variables: row.fields.map(({ varno = 0 }) => variableAt(routine, varno)) };
}

export function variableAt(routine: RoutineScope, number: number): Variable {
  const found = routine.variables[number];
  if (!found) throw missing('this variable');
  return found;
}

/** The target that a statement with INTO or a loop has. */
export function targetOf(routine: RoutineScope, datum: PlDatum): Target {
  const row = datum.PLpgSQL_row;
  if (row)
    return {
      kind: 'row',
      variables: row.fields.map(({ varno = 0 }) => variableAt(routine, varno)),
    };
  const wanted = datum.PLpgSQL_rec ?? datum.PLpgSQL_var;
  const number = routine.datums.findIndex((each) => {
    const known = each.PLpgSQL_rec ?? each.PLpgSQL_var;
    return known?.refname === wanted?.refname && known?.lineno === wanted?.lineno;
  });
  return { kind: 'variable', variable: variableAt(routine, number) };
}

export const isRecordTarget = ({ variable }: Target & { kind: 'variable' }): boolean =>
  variable.type === undefined || variable.type.startsWith('record');

/** The types of a variable's parts. */
export const typesOf = (variables: readonly Variable[]): (TypeName | undefined)[] =>
  variables.map(({ type }) => type);

export function setVariable({ run }: Activation, { place }: Variable, value: Value): void {
  run.variables[place] = value;
}
