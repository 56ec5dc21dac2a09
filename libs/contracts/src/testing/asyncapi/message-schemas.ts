import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

/** JSON Schema as the generator writes it. */
export interface Generated {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Generated[];
  readonly properties?: Readonly<Record<string, Generated>>;
  readonly required?: readonly string[];
}

/** A message of a topic. */
export interface TypedMessage {
  readonly type: string;
  readonly description?: string;
  readonly data: Generated;
}

/** Every message by topic, and the schemas that they refer to by name. */
export interface MessageSchemas {
  readonly byTopic: ReadonlyMap<string, readonly TypedMessage[]>;
  readonly definitions: Readonly<Record<string, Generated>>;
}

const folder = join(import.meta.dirname, '..', '..', '..');

/** Makes the schemas of all messages from their TypeScript types in `messages.ts`. */
export function messageSchemas(): MessageSchemas {
  const { definitions: made = {} } = createGenerator({
    path: join(folder, 'src', 'messages.ts'),
    tsconfig: join(folder, 'tsconfig.lib.json'),
    expose: 'all',
    topRef: true,
    jsDoc: 'basic',
    additionalProperties: false,
    skipTypeCheck: true,
    type: '*',
  }).createSchema('*') as { definitions?: Record<string, Generated> };
  const definitions = withPlainNames(made);
  const byName = (name: string) => definitions[name] ?? {};
  const events = Object.entries(byName('EventsOnTopic').properties ?? {}).map(
    ([topic, union]) => [topic, alternatives(union, definitions).map(eventIn)] as const,
  );
  const commands = Object.entries(byName('CommandsOnTopic').properties ?? {}).map(
    ([topic, table]) => [topic, commandsIn(behind(table, definitions), definitions)] as const,
  );
  return { byTopic: new Map([...events, ...commands]), definitions };
}

/**
 * Puts what has no name of ours, such as `Omit<…>`, where it is referred to: the generator's names for
 * it change with every edit.
 */
function withPlainNames(made: MessageSchemas['definitions']): MessageSchemas['definitions'] {
  const isPlain = (name: string) => /^\w+$/.test(name);
  const inPlace = (_name: string, part: unknown): unknown => {
    const { $ref, ...beside } = (part ?? {}) as Generated;
    const name = decodeURIComponent($ref?.replace('#/definitions/', '') ?? '');
    if ($ref === undefined || isPlain(name)) return part;
    return inPlace(name, { ...made[name], ...beside });
  };
  const kept = Object.entries(made).filter(([name]) => isPlain(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(kept), inPlace)) as typeof made;
}

/** A schema behind its references. */
function behind(schema: Generated, definitions: MessageSchemas['definitions']): Generated {
  if (schema.$ref === undefined) return schema;
  const name = decodeURIComponent(schema.$ref.replace('#/definitions/', ''));
  return behind(definitions[name] ?? {}, definitions);
}

/** The members of a union of unions. */
function alternatives(schema: Generated, definitions: MessageSchemas['definitions']): Generated[] {
  const whole = behind(schema, definitions);
  if (whole.anyOf === undefined) return [whole];
  return whole.anyOf.flatMap((one) => alternatives(one, definitions));
}

function eventIn({ description, properties = {} }: Generated): TypedMessage {
  const { type, data = {} } = properties;
  const about = description === undefined ? {} : { description };
  return { type: String(type?.const), ...about, data };
}

/** Each row of a table of commands is a contract, whose `data` travels. */
function commandsIn(
  { properties = {} }: Generated,
  definitions: MessageSchemas['definitions'],
): TypedMessage[] {
  return Object.entries(properties).map(([type, row]) => {
    const { description } = row;
    const data = behind(row, definitions).properties?.['data'] ?? {};
    return { type, ...(description === undefined ? {} : { description }), data };
  });
}
