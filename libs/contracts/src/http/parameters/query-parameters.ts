import { Ajv } from 'ajv';
import { Type } from 'typebox';
import type { TProperties } from 'typebox';
import type { Fault } from '../fault.js';
import { faultCountMax } from '../fault-limit.js';
import { isCalendarDate } from '../rules/calendar-date.js';

/** The parameters of a route's query: texts, each with its schema. */
export interface QueryParameters {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** The parameters of a query and no others. Schemas are of texts, as that is what a query has. */
export function queryParameters<Members extends TProperties>(members: Members) {
  return Type.Object(members, { additionalProperties: false });
}

/** For routes that take none. */
export const noParameters = queryParameters({});

/**
 * Everything wrong with a query, such as `limit=10&offset=b`: QUERY_PARAMETER_REQUIRED for a parameter
 * that is missing, FORMAT_ERROR for one that is malformed, comes twice or is unknown (specification §7
 * has no code for these). A misspelt filter must not be dropped: more would be answered than was asked for.
 */
export function queryFaults(parameters: QueryParameters, query: string): Fault[] {
  const sent = new URLSearchParams(query);
  const names = [...new Set(sent.keys())];
  const faults = [
    ...missingOf(parameters, sent),
    ...names.flatMap((name) => faultsOf(parameters, name, sent.getAll(name))),
  ];
  return faults.slice(0, faultCountMax);
}

function missingOf({ required = [] }: QueryParameters, sent: URLSearchParams): Fault[] {
  const missing = required.filter((name) => !sent.has(name));
  return missing.map((parameter) => ({
    ...{ code: 'QUERY_PARAMETER_REQUIRED', rule: 'query.required' },
    ...{ path: parameter, params: { parameter } },
  }));
}

function faultsOf(
  { properties }: QueryParameters,
  name: string,
  values: readonly string[],
): readonly Fault[] {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (schema === undefined) return [formatFault(name, 'query.unknown')];
  if (values.length > 1) return [formatFault(name, 'query.repeated')];
  return ajv.validate(schema, values[0]) ? [] : [formatFault(name, 'query.malformed')];
}

const formatFault = (
  path: string,
  rule: 'query.unknown' | 'query.repeated' | 'query.malformed',
): Fault => ({ code: 'FORMAT_ERROR', rule, path: shortened(path), params: {} });

/** Names are chosen by the caller and may be huge. */
function shortened(name: string): string {
  return name.length > nameLengthMax ? `${name.slice(0, nameLengthMax).toWellFormed()}…` : name;
}

const nameLengthMax = 64;

const ajv = new Ajv({ strict: true, formats: { date: isCalendarDate } });
