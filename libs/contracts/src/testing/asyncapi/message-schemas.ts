import { travelsOverSandbox } from '../../services/command-ways.js';
import type { CommandTopic } from '../../services/command-ways.js';
import { nameIn, schemasOfTypes } from '../schemas/from-types.js';
import type { Definitions, Generated } from '../schemas/from-types.js';

/** A message of a topic. */
export interface TypedMessage {
  readonly type: string;
  readonly data: Generated;
}

/** Every message by topic, and the schemas that they refer to by name. */
export interface MessageSchemas {
  readonly byTopic: ReadonlyMap<string, readonly TypedMessage[]>;
  readonly definitions: Definitions;
}

/** Makes the schemas of all messages from their TypeScript types in `services/messages.ts`. */
export function messageSchemas(): MessageSchemas {
  const definitions = schemasOfTypes('services/messages.ts', 'plain');
  const byName = (name: string) => definitions[name] ?? {};
  const unions = (table: string) =>
    Object.entries(byName(table).properties ?? {}).map(
      ([topic, union]) => [topic, alternatives(union, definitions).map(eventIn)] as const,
    );
  const commands = Object.entries(byName('CommandsOnTopic').properties ?? {}).map(
    ([topic, table]) => {
      const all = commandsIn(behind(table, definitions), definitions);
      const travels = all.filter(({ type }) => travelsOverSandbox(topic as CommandTopic, type));
      return [topic, travels] as const;
    },
  );
  return {
    byTopic: new Map([...unions('EventsOnTopic'), ...unions('CoreMessagesOnTopic'), ...commands]),
    definitions,
  };
}

/** A schema behind its references. */
function behind(schema: Generated, definitions: Definitions): Generated {
  const name = nameIn(schema.$ref);
  if (name === undefined) return schema;
  return behind(definitions[name] ?? {}, definitions);
}

/** The members of a union of unions. */
function alternatives(schema: Generated, definitions: Definitions): Generated[] {
  const whole = behind(schema, definitions);
  if (whole.anyOf === undefined) return [whole];
  return whole.anyOf.flatMap((one) => alternatives(one, definitions));
}

function eventIn({ properties = {} }: Generated): TypedMessage {
  const { type, data = {} } = properties;
  return { type: String(type?.const), data };
}

/** Each row of a table of commands is a contract, whose `data` travels. */
function commandsIn({ properties = {} }: Generated, definitions: Definitions): TypedMessage[] {
  return Object.entries(properties).map(([type, row]) => {
    const { description } = row;
    const data = behind(row, definitions).properties?.['data'] ?? {};
    return { type, description, data };
  });
}
