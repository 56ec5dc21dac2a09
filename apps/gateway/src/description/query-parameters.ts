import { objectSchema } from '@nordgate/contracts/http';
import type { RouteDescription, Schema } from '../access/route-description.js';

/** A parameter of a query as the description has it. */
export interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** What a route may be asked with, from the schema that requests are held against. */
export function queryParametersOf({ query }: RouteDescription): QueryParameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = objectSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: schema.description,
    schema,
  }));
}
