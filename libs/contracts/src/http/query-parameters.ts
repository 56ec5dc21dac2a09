import { Ajv } from 'ajv';
import { Optional, Description } from '../fields/field.js';
import { objectSchema } from '../fields/object-schema.js';
import type { BodyClass, JsonSchema } from '../fields/object-schema.js';
import { OneOf } from '../fields/values.js';
import { isCalendarDate } from '../rules/days.js';
import { faultCountMax } from './fault.js';
import type { Fault } from './fault.js';

/** A class whose fields are the parameters of a query. Each field is a text, as in every query. */
export type ParametersClass = BodyClass;

/** The query of a route without parameters. */
export class NoParameters {}

/** The parameters of `GET /v1/accounts` (Berlin Group framework 1.3). */
export class AccountsParameters {
  @Optional()
  @OneOf(['true', 'false'])
  @Description('Accepted without effect: this list has no balances.')
  withBalance?: 'true' | 'false';
}

/** The parameters of the creation of a payment. */
export class InitiationParameters {
  @Optional()
  @OneOf(['true', 'false'])
  @Description('Accepted without effect, with a warning: X-Request-ID tells repeats apart.')
  allowLogicalDuplicate?: 'true' | 'false';
}

/** Parameters of the framework that change nothing here and are worth a warning. */
const ineffective: readonly (keyof InitiationParameters)[] = ['allowLogicalDuplicate'];

/** Warnings about parameters of a faultless query that change nothing. */
export function queryWarnings(query: string): Fault[] {
  if (query === '') return [];
  const sent = new URLSearchParams(query);
  return ineffective
    .filter((name) => sent.has(name))
    .map((member) => ({
      ...{ code: 'FORMAT_ERROR', rule: 'member.withoutEffect' },
      ...{ path: member, params: { member } },
    }));
}

/**
 * Everything wrong with a query, such as `limit=10&offset=b`: QUERY_PARAMETER_REQUIRED for a missing
 * parameter, FORMAT_ERROR for a malformed, repeated or unknown one (specification §7 has no code for
 * these). Dropping a misspelt filter would answer with more than the TPP asked for.
 */
export function queryFaults(parametersClass: ParametersClass, query: string): Fault[] {
  const parameters = objectSchema(parametersClass);
  const sent = new URLSearchParams(query);
  const names = [...new Set(sent.keys())];
  const faults = [
    ...missingOf(parameters, sent),
    ...names.flatMap((name) => faultsOf(parameters, name, sent.getAll(name))),
  ];
  return faults.slice(0, faultCountMax);
}

function missingOf({ required = [] }: JsonSchema, sent: URLSearchParams): Fault[] {
  const missing = required.filter((name) => !sent.has(name));
  return missing.map((parameter) => ({
    ...{ code: 'QUERY_PARAMETER_REQUIRED', rule: 'query.required' },
    ...{ path: parameter, params: { parameter } },
  }));
}

function faultsOf(
  { properties = {} }: JsonSchema,
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

/** The caller chooses names, and they may be huge. */
function shortened(name: string): string {
  return name.length > nameLengthMax ? `${name.slice(0, nameLengthMax).toWellFormed()}…` : name;
}

const nameLengthMax = 64;

const ajv = new Ajv({ strict: true, formats: { date: isCalendarDate } });
