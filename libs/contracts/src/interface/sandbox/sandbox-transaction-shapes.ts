import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass, JsonSchema } from '../../base/fields/object-schema.js';
import { isJsonObject, jsonPointer } from '../../base/json/json-value.js';
import type { JsonObject } from '../../base/json/json-value.js';
import type { BodyType, ParsedBody } from '../reading/body-type.js';
import type { Fault } from '../reading/fault.js';
import { sentSchema } from '../reading/sent-schema.js';

/** The members of an amount that stand beside the others in the flat shape. */
const flatMembers = ['amount', 'currency'] as const;

/**
 * The body of a transaction in both of its shapes: with `transactionAmount`, or with amount and currency
 * beside the other members. Empty texts and an empty address say nothing, as if they were left out.
 */
export function transactionShapes<T>(type: BodyType<T>): BodyType<T> {
  return {
    ...type,
    shapes: () => shapesOf(type),
    parse: (json, context) => {
      const said = withoutEmpty(type.bodyClass, json);
      if (!isFlat(said)) return type.parse(said, context);
      const { amount, currency, ...others } = said;
      const transactionAmount = withoutUndefined({ amount, currency });
      return atFlatPlaces(type.parse({ transactionAmount, ...others }, context));
    },
  };
}

/** The schema with the amount as an object, and that with its members beside the others. */
function shapesOf({ name, bodyClass }: BodyType<unknown>): readonly JsonSchema[] {
  const schema = { ...sentSchema(bodyClass), title: name };
  const { transactionAmount, ...others } = schema.properties ?? {};
  const properties = { ...transactionAmount?.properties, ...others };
  return [schema, { ...schema, title: `${name}Flat`, required: [...flatMembers], properties }];
}

function isFlat(json: unknown): json is JsonObject {
  if (!isJsonObject(json) || Object.hasOwn(json, 'transactionAmount')) return false;
  return flatMembers.some((member) => Object.hasOwn(json, member));
}

function withoutUndefined(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Faults of the amount are reported where the flat shape has it. */
function atFlatPlaces<T>(parsed: ParsedBody<T>): ParsedBody<T> {
  const moved = (one: Fault): Fault => {
    const member = flatMembers.find(
      (name) => one.path === jsonPointer(['transactionAmount', name]),
    );
    return member === undefined ? one : { ...one, path: jsonPointer([member]) };
  };
  if ('faults' in parsed) return { faults: parsed.faults.map(moved) };
  return { ...parsed, warnings: parsed.warnings.map(moved) };
}

function withoutEmpty(bodyClass: BodyClass, json: unknown): unknown {
  return said(objectSchema(bodyClass), json);
}

/** The known members that say something; unknown ones stay, so that they are refused. */
function said({ properties = {} }: JsonSchema, json: unknown): unknown {
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([name, value]): [string, unknown] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema === undefined ? value : said(schema, value)];
  });
  return Object.fromEntries(
    members.filter(([name, value]) => !Object.hasOwn(properties, name) || !isEmpty(name, value)),
  );
}

function isEmpty(name: string, value: unknown): boolean {
  if (value === '') return true;
  const isAddress = name === 'cardAcceptorAddress' && isJsonObject(value);
  return isAddress && Object.keys(value).length === 0;
}
