import { parseSync } from 'libpg-query';
import type { Routine } from '../../storage.port.js';
import type { Row } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Unit } from '../expressions/frame.js';
import { query } from '../expressions/compile.js';
import type { Query } from '../expressions/frame.js';
import { missing, tree } from '../tree.js';
import { castOf, isAssignable } from '../types/casts.js';
import type { Convert } from '../types/casts.js';
import type { Body, BodyUnit, RoutineSignature } from './signature.js';
import { variableExpr, variableLookup } from './variables.js';

/** The body of a function in SQL: its statements in order; the last one makes the result. */
export function sqlBody(routine: Routine, signature: RoutineSignature, outside: BodyUnit): Body {
  const unit = unitOf(signature, outside);
  const types = signature.columns.map(({ type }) => type);
  const statements = (parseSync(sourceOf(routine)).stmts ?? []).map(({ stmt }) => tree(stmt));
  const queries = statements.map((node, at) =>
    query(node, undefined, unit, at === statements.length - 1 ? types : undefined),
  );
  const finish = resultOf(queries.at(-1), signature);
  return (at, values) => {
    const run = { storage: at, parameters: [], variables: [...values] };
    let rows: readonly Row[] = [];
    for (const each of queries) {
      const act = (): readonly Row[] => each.rows(run, undefined);
      rows = signature.isStable ? act() : at.command(act);
    }
    const result = finish(rows);
    return signature.isSet ? result : [result[0] ?? types.map(() => null)];
  };
}

function unitOf(signature: RoutineSignature, outside: BodyUnit): Unit {
  const variables = signature.arguments.map(({ name, type }, place) => ({ name, place, type }));
  return {
    ...outside,
    parameterTypes: [],
    isVolatile: false,
    variable: variableLookup(signature.name, (name) =>
      variables.find((each) => each.name === name),
    ),
    argument: (number) => {
      const found = variables[number - 1];
      return found && variableExpr(found);
    },
  };
}

/** The text between the quotes of AS. */
export function sourceOf(routine: Routine): string {
  const options = tree(routine.node).CreateFunctionStmt?.options ?? [];
  const body = options
    .map((option) => tree(option).DefElem)
    .find((option) => option?.defname === 'as');
  const text = tree(tree(body?.arg).List?.items?.[0]).String?.sval;
  if (text === undefined) throw missing('routine without a text as its body');
  return text;
}

/** Gives the rows of the last statement the types of the result. */
function resultOf(
  last: Query | undefined,
  signature: RoutineSignature,
): (rows: readonly Row[]) => readonly Row[] {
  if (signature.columns[0]?.type === 'void') return () => [['']];
  const converts = signature.columns.map(({ type }, at): Convert | undefined => {
    const from = last?.columns[at]?.type;
    if (from === type) return undefined;
    const convert = from !== undefined && isAssignable(from, type) ? castOf(from, type) : undefined;
    if (!convert) throw new SqlError('42P13', `return type mismatch in function ${signature.name}`);
    return convert;
  });
  if (converts.every((convert) => convert === undefined)) return (rows) => rows;
  return (rows) =>
    rows.map((row) =>
      row.map((value, at) => (value === null ? null : (converts[at]?.(value) ?? value))),
    );
}
