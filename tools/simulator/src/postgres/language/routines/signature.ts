import type { Routine, StatementStorage } from '../../storage.port.js';
import type { Column, TypeName } from '../../values.js';
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

const outputModes = new Set(['FUNC_PARAM_TABLE', 'FUNC_PARAM_OUT', 'FUNC_PARAM_INOUT']);
const inputModes = new Set(['FUNC_PARAM_IN', 'FUNC_PARAM_DEFAULT', 'FUNC_PARAM_INOUT']);

export function signatureOf(routine: Routine, storage: StatementStorage): RoutineSignature {
  const body = tree(routine.node).CreateFunctionStmt ?? {};
  const parameters = (body.parameters ?? []).map((each) => tree(each).FunctionParameter ?? {});
  const columnsOf = (modes: ReadonlySet<string>): Column[] =>
    parameters
      .filter(({ mode }) => modes.has(mode ?? 'FUNC_PARAM_DEFAULT'))
      .map(({ name = '', argType }) => ({ name, type: typeOf(argType, storage) }));
  const outputs = columnsOf(outputModes);
  const name = textsOf(body.funcname).at(-1) ?? '';
  const returned = body.returnType ? typeOf(body.returnType, storage) : 'void';
  const fields = outputs.length > 0 ? outputs : fieldsOf(returned);
  const volatility = (body.options ?? [])
    .map((option) => tree(option).DefElem)
    .find((option) => option?.defname === 'volatility');
  return {
    name,
    arguments: columnsOf(inputModes),
    columns: fields ?? [{ name, type: returned }],
    isSet:
      body.returnType?.setof === true || parameters.some(({ mode }) => mode === 'FUNC_PARAM_TABLE'),
    isScalar: fields === undefined || (outputs.length === 1 && fieldsOf(returned) === undefined),
    outputs,
    isStable: ['stable', 'immutable'].includes(tree(volatility?.arg).String?.sval ?? 'volatile'),
  };
}

/** The type of one row of a routine as a value. */
export const rowType = ({ columns, isScalar }: RoutineSignature): TypeName =>
  isScalar ? (columns[0]?.type ?? 'void') : recordOf(columns);
