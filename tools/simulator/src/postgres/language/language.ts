import type { Names } from '../compile-names.js';
import { withNames } from '../compile-names.js';
import type { Language } from '../language.port.js';
import type { StatementStorage } from '../storage.port.js';
import type { Column, Row, TypeName } from '../values.js';
import { settled } from './expressions/coerce.js';
import { slotColumn } from './expressions/columns.js';
import { compileExpression } from './expressions/compile-expression.js';
import type { Compiler, Query, Run, Unit } from './expressions/frame.js';
import { argumentsOf } from './functions/call.js';
import { compileQuery } from './queries/compile-query.js';
import { queryOf } from './queries/query-of.js';
import { routineCall } from './routines/routine-call.js';
import { childScope, Frame } from './expressions/frame.js';
import type { Bodies } from './tree.js';
import { missing, qualifiedName, tree } from './tree.js';
import { fromItems, fromText } from './types/text-in.js';
import { toText } from './types/text-out.js';

/** The language of the model: it compiles what libpg-query parses to closures. */
export const language: Language = { prepare, expression, fromText, fromItems, toText };

const compiler: Compiler = { expression: compileExpression, query: compileQuery };

const unitOf = (names: Names, parameterTypes: readonly TypeName[]): Unit => ({
  compiler,
  names,
  parameterTypes: [...parameterTypes],
  isVolatile: false,
});

function prepare(
  node: unknown,
  storage: StatementStorage,
  parameterTypes: Parameters<Language['prepare']>[2] = [],
): ReturnType<Language['prepare']> {
  return withNames(storage, (names) => prepared(node, unitOf(names, parameterTypes)));
}

function prepared(node: unknown, unit: Unit): ReturnType<Language['prepare']> {
  const statement = tree(node);
  const compiled = statement.CallStmt
    ? callStatement(statement.CallStmt, unit)
    : compileQuery(statement, undefined, unit);
  const parameters = Array.from(unit.parameterTypes, (type) => type ?? 'text');
  return {
    parameters,
    run: (at, values) => {
      const run: Run = { storage: at, parameters: values, variables: [] };
      const { rows, count } = at.command(() => compiled.run(run, undefined));
      return { command: compiled.command, columns: compiled.columns, rows, count };
    },
  };
}

function expression(
  node: unknown,
  table: { readonly schema: string; readonly name: string; readonly columns: readonly Column[] },
  names: Names,
): ReturnType<Language['expression']> {
  const unit = unitOf(names, []);
  const scope = childScope(undefined, unit);
  const slot = scope.layout.slots++;
  const columns = table.columns.map((column, at) => slotColumn(scope, slot, at, column));
  scope.rels.push({ name: table.name, schema: table.schema, columns });
  const { type, of } = settled(compileExpression(tree(node), scope), unit);
  return {
    type,
    of: (at, row: Row) => {
      const frame = new Frame({ storage: at, parameters: [], variables: [] }, undefined);
      frame.rows[slot] = row;
      return of(frame);
    },
  };
}

/** CALL of a procedure. */
function callStatement(body: Bodies['CallStmt'], unit: Unit): Query {
  const scope = childScope(undefined, unit);
  const { schema, name } = qualifiedName(body.funccall?.funcname);
  const found = routineCall(schema, name, argumentsOf(body.funccall ?? {}, scope), scope);
  if (!found) throw missing(`procedure ${name}`);
  return queryOf(
    { command: 'CALL', columns: [] },
    (run, outer) => {
      found.rows(new Frame(run, outer));
      return { rows: [], count: 0 };
    },
    false,
  );
}
