import { mismatchOf } from './generated-schemas.js';
import type { QueryType, ServiceQuery } from './query.js';

/** A query that has come from another process, or what is wrong with it. */
export type ReadQuery = { readonly query: ServiceQuery<unknown> } | { readonly fault: string };

/**
 * Reads a query from a parsed JSON body: exactly the fields of its class, and no others. Therefore a
 * process of another release needs the same fields. A query that has to change gets a new name.
 */
export function queryFromJson(type: QueryType, body: unknown): ReadQuery {
  const mismatch = mismatchOf('queries', type.name, body);
  if (mismatch === undefined) {
    const query = Object.create(type.prototype) as ServiceQuery<unknown>;
    return { query: Object.assign(query, body) };
  }
  const { field, keyword } = mismatch;
  if (field !== '') return { fault: `${field} is missing or of another type` };
  // The sender chose the name of an unknown field: a log must not repeat it.
  const hasUnknown = keyword === 'additionalProperties';
  return { fault: hasUnknown ? 'there are unknown fields' : 'the body is no object' };
}
