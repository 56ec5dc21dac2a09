import { defined } from '@nordgate/decider';
import { isDecimal } from '../../base/fields/decimal.js';
import { frameworkMembersOf } from '../../base/fields/framework.js';
import type { FrameworkMembers, NestedField, Spelling } from '../../base/fields/framework.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass, JsonSchema } from '../../base/fields/object-schema.js';

/**
 * The schema of a body as TPPs may send it: that of its class, with the framework's spellings and its
 * members without effect (docs/reference/framework-spellings.md). For the interface's description; the
 * check of a body renames these members first.
 */
export function sentSchema(bodyClass: BodyClass): JsonSchema {
  const schema = objectSchema(bodyClass);
  const members = frameworkMembersOf(bodyClass);
  const properties = {
    ...schema.properties,
    ...decimalsOf(bodyClass, schema),
    ...Object.fromEntries(members.nested.map((one) => [one.field, nestedSchema(schema, one)])),
    ...spellingsOf(schema, members),
    ...withoutEffect(members),
  };
  const isOwn = JSON.stringify(properties) === JSON.stringify(schema.properties);
  // Another name: the answers have the schema of the class itself.
  return isOwn ? schema : { ...schema, title: `Sent${bodyClass.name}`, properties };
}

/** Members that may be sent as numbers. */
function decimalsOf(bodyClass: BodyClass, { properties = {} }: JsonSchema) {
  const own = Object.entries(properties).filter(([name]) => isDecimal(bodyClass, name));
  const asBoth = ({ type, pattern, ...others }: JsonSchema): JsonSchema => ({
    ...others,
    anyOf: [{ type: 'number' }, defined({ type, pattern })],
  });
  return Object.fromEntries(own.map(([name, schema]) => [name, asBoth(schema)]));
}

function nestedSchema(
  { properties = {} }: JsonSchema,
  { field, bodyClass, countMax }: NestedField,
): JsonSchema {
  const { description, ...own } = properties[field] ?? {};
  const sent = sentSchema(bodyClass);
  const schema = countMax === undefined ? sent : { ...own, items: sent };
  return description === undefined ? schema : { ...schema, description };
}

function spellingsOf(
  { properties = {} }: JsonSchema,
  { spellings }: FrameworkMembers,
): Record<string, JsonSchema> {
  const named = spellings.map(({ name, field, sentAs }: Spelling): [string, JsonSchema] => {
    const member = properties[field] ?? {};
    const schema = sentAs?.(member, properties[name]) ?? member;
    const description = `The framework's spelling of ${field}.`;
    return [name, name in properties ? schema : { ...schema, description }];
  });
  return Object.fromEntries(named);
}

function withoutEffect({ withoutEffect: classes }: FrameworkMembers): Record<string, JsonSchema> {
  const description = 'Accepted without effect, with a warning.';
  const members = classes.flatMap((one) => Object.entries(objectSchema(one).properties ?? {}));
  return Object.fromEntries(members.map(([name, schema]) => [name, { ...schema, description }]));
}
