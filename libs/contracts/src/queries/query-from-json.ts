import type { QueryType } from './query-types.js';
import type { ServiceQuery } from './query.js';

/** A query that has come from another process, or the field that it does not come with as it should. */
export type ReadQuery = { readonly query: ServiceQuery<unknown> } | { readonly fault: string };

/**
 * Makes the query of a parsed JSON body again: exactly the fields of its class, nothing else. A
 * process of another release therefore needs the same fields; a query that has to change gets a new
 * name.
 */
export function queryFromJson(type: QueryType, body: unknown): ReadQuery {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { fault: 'the body is no object' };
  }
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(body));
  const checks = Object.entries(type.fields);
  const wrong = checks.find(([name, isRight]) => !given.has(name) || !isRight(given.get(name)));
  if (wrong !== undefined) return { fault: `${wrong[0]} is missing or of another type` };
  // The name is the sender's: it says nothing here that a log should repeat.
  if (given.size > checks.length) return { fault: 'there are unknown fields' };
  const query = Object.create(type.prototype) as ServiceQuery<unknown>;
  return { query: Object.assign(query, Object.fromEntries(given)) };
}
