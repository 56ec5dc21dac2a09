import type { Names } from '../../compile-names.js';
import type { Routine, StatementStorage } from '../../storage.port.js';
import type { Column, Row, TypeName, Value } from '../../values.js';
import type { Unit } from '../expressions/frame.js';
import type { Bodies } from '../tree.js';
import { textsOf, tree } from '../tree.js';
import { fieldsOf, recordOf, typeOf } from '../types/type-names.js';

/** What a routine takes and returns. */
export interface RoutineSignature {
  readonly name: string;
  readonly arguments: readonly Column[];
  readonly columns: readonly Column[];
  readonly isSet: boolean;
  /** The routine returns plain values, which are rows of one column. */
  readonly isScalar: boolean;
  /** Names of the columns are variables of the body: OUT arguments and RETURNS TABLE. */
  readonly outputs: readonly Column[];
  /** The body sees what was written before its caller began, not what it writes itself. */
  readonly isStable: boolean;
}

/** A compiled body: the rows for the values of its arguments. */
export type Body = (storage: StatementStorage, values: readonly Value[]) => readonly Row[];

/** What a body is compiled with. */
export type BodyUnit = Pick<Unit, 'names' | 'compiler'>;

const outputModes = new Set(['FUNC_PARAM_TABLE', 'FUNC_PARAM_OUT', 'FUNC_PARAM_INOUT']);
const inputModes = new Set(['FUNC_PARAM_IN', 'FUNC_PARAM_DEFAULT', 'FUNC_PARAM_INOUT']);

type Definition = Partial<Bodies['CreateFunctionStmt']>;

type Parameter = Bodies['FunctionParameter'];

function columnsOf(
  parameters: readonly Parameter[],
  modes: ReadonlySet<string>,
  names: Names,
): Column[] {
  return parameters
    .filter(({ mode = 'FUNC_PARAM_DEFAULT' }) => modes.has(mode))
    .map(({ name = '', argType }) => ({ name, type: typeOf(argType, names) }));
}

function isStable({ options = [] }: Definition): boolean {
  const found = options
    .map((option) => tree(option).DefElem)
    .find((option) => option?.defname === 'volatility');
  const word = tree(found?.arg).String?.sval;
  return word === 'stable' || word === 'immutable';
}

/** Reads CREATE FUNCTION. */
export function signatureOf(routine: Routine, names: Names): RoutineSignature {
  const body: Definition = tree(routine.node).CreateFunctionStmt ?? {};
  const parameters = (body.parameters ?? []).map((each) => tree(each).FunctionParameter ?? {});
  const outputs = columnsOf(parameters, outputModes, names);
  const name = textsOf(body.funcname).at(-1) ?? '';
  const returned = body.returnType ? typeOf(body.returnType, names) : 'void';
  const fields = outputs.length > 0 ? outputs : fieldsOf(returned);
  const isTable = parameters.some(({ mode }) => mode === 'FUNC_PARAM_TABLE');
  return {
    name,
    arguments: columnsOf(parameters, inputModes, names),
    columns: fields ?? [{ name, type: returned }],
    isSet: body.returnType?.setof === true || isTable,
    isScalar: fields === undefined || (outputs.length === 1 && fieldsOf(returned) === undefined),
    outputs,
    isStable: isStable(body),
  };
}

/** The type of one row of a routine as a value. */
export const rowType = ({ columns, isScalar }: RoutineSignature): TypeName =>
  isScalar ? (columns[0]?.type ?? 'void') : recordOf(columns);
