import type { Unit } from '../expressions/frame.js';
import { childScope, Frame } from '../expressions/frame.js';
import { argumentsOf } from '../functions/call.js';
import type { Query } from '../queries/query.js';
import { queryOf } from '../queries/query.js';
import type { Bodies } from '../tree.js';
import { missing, qualifiedName } from '../tree.js';
import { routineCall } from './routine-call.js';

/** CALL of a procedure. */
export function callStatement(body: Bodies['CallStmt'], unit: Unit): Query {
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
