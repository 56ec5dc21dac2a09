import type { Language } from '../language.port.js';
import type { StatementStorage } from '../storage.port.js';
import type { Column, Row } from '../values.js';
import { settled } from './expressions/coerce.js';
import { slotColumn } from './expressions/columns.js';
import { compile } from './expressions/compile.js';
import type { Run, Unit } from './expressions/frame.js';
import { childScope, Frame } from './expressions/frame.js';
import { query } from './queries/query.js';
import { callStatement } from './routines/call-statement.js';
import { tree } from './tree.js';
import { fromText } from './types/text-in.js';
import { toText } from './types/text-out.js';

/** The language of the model: it compiles what libpg-query parses to closures. */
export const language: Language = { prepare, expression, fromText, toText };

function prepare(
  node: unknown,
  storage: StatementStorage,
  parameterTypes: Parameters<Language['prepare']>[2] = [],
): ReturnType<Language['prepare']> {
  const unit: Unit = { storage, parameterTypes: [...parameterTypes], isVolatile: false };
  const statement = tree(node);
  const compiled = statement.CallStmt
    ? callStatement(statement.CallStmt, unit)
    : query(statement, undefined, unit);
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
  storage: StatementStorage,
): ReturnType<Language['expression']> {
  const unit: Unit = { storage, parameterTypes: [], isVolatile: false };
  const scope = childScope(undefined, unit);
  const slot = scope.layout.slots++;
  const columns = table.columns.map((column, at) => slotColumn(scope, slot, at, column));
  scope.rels.push({ name: table.name, schema: table.schema, columns });
  const { type, of } = settled(compile(node, scope), unit);
  return {
    type,
    of: (at, row: Row) => {
      const frame = new Frame({ storage: at, parameters: [], variables: [] }, undefined);
      frame.rows[slot] = row;
      return of(frame);
    },
  };
}
