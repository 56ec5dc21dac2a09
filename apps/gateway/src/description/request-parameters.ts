import { objectSchema } from '@nordgate/contracts/http';
import type { HeaderSchema } from '../access/header-forms.js';
import { headerTable, headerValuesOf, isRequired } from '../access/header-table.js';
import type { RouteDescription, Schema } from '../access/route-description.js';
import type { RouteRequirements } from '../access/route-requirements.js';

/** A header of a request as the description has it. */
export interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: HeaderSchema;
}

/** OpenAPI describes Accept by the media types of answers, and Host belongs to HTTP. */
const leftOut = new Set(['Accept', 'Host']);

/** The header parameters of a route, from the table of headers and in its order. */
export function headerParameters(route: RouteRequirements): HeaderParameter[] {
  return headerTable
    .filter(({ name }) => !leftOut.has(name))
    .map((row) => {
      const where = situations.filter(
        ({ headers }) => row.key in headers || isRequired(row, route, headerValuesOf(headers)),
      );
      const required = where.length === situations.length;
      const sometimes = where.length > 0 && !required;
      const names = where.map(({ name }) => name).join(', or ');
      return {
        name: row.name,
        in: 'header',
        required,
        ...(sometimes ? { description: `Required ${names}.` } : {}),
        schema: row.form.schema,
      };
    });
}

const psuId = 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47';

/** Requests that together show when a header is required. */
const situations: readonly {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}[] = [
  { name: 'without PSU-ID and PSU-Context', headers: {} },
  { name: 'with PSU-Context alone', headers: { 'psu-context': 'PRIVATE' } },
  { name: 'with PSU-ID', headers: { 'psu-id': psuId } },
  {
    name: 'with PSU-ID and PSU-Context CORPORATE',
    headers: { 'psu-id': psuId, 'psu-context': 'CORPORATE' },
  },
];

/** A parameter of a query as the description has it. */
export interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The query parameters of a route, from the schema that checks its requests. */
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
