import 'reflect-metadata';
import { commandWays } from '@nordgate/contracts/commands';
import type { CommandSender, CommandTopic, CommandWay } from '@nordgate/contracts/commands';
import type { Environment } from '@nordgate/contracts/profile';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import type { ServiceDefinition } from '@nordgate/service';
import { apps } from './apps.js';
import type { App } from './apps.js';
import { definitionsIn } from './bank.js';

/** A consumer group and the topic that it reads. */
export interface GroupRead {
  readonly topic: TopicName;
  readonly group: string;
}

/** What one app does with Kafka. */
export interface KafkaAccess {
  readonly app: App;
  readonly reads: readonly GroupRead[];
  readonly writes: readonly TopicName[];
}

/** The beginning of the names of the groups in which the instances of the gateway read replies, one each. */
export const replyGroups = 'gateway.replies.v1.';
export const replyTopic = 'gateway.replies.v1';

/** The app in which a sender of commands runs. */
const appOf: Readonly<Record<CommandSender, App>> = { gateway: 'gateway', console: 'accounts' };

/** Production has neither the console nor the routes of the sandbox. */
const sandboxTypes = /Sandbox|^OpenRun$/;

const commandTopics = Object.keys(commandWays) as readonly CommandTopic[];

/** The command topics that each app sends to, beside its own reactions, by the table of the ways of commands. */
export const sentCommands: Readonly<
  Record<Environment, Readonly<Partial<Record<App, readonly TopicName[]>>>>
> = { production: sentIn('production'), sandbox: sentIn('sandbox') };

function sentIn(environment: Environment): Partial<Record<App, readonly TopicName[]>> {
  const senders =
    environment === 'production' ? (['gateway'] as const) : (['gateway', 'console'] as const);
  return Object.fromEntries(
    senders.map((sender) => [appOf[sender], topicsOf(sender, environment)]),
  );
}

function topicsOf(sender: CommandSender, environment: Environment): readonly TopicName[] {
  return commandTopics.filter((topic) =>
    Object.entries<CommandWay>(commandWays[topic]).some(([type, way]) =>
      environment === 'sandbox'
        ? [...way.topic, ...(way.inSandbox ?? [])].includes(sender)
        : way.topic.includes(sender) && !sandboxTypes.test(type),
    ),
  );
}

/** What each app reads and writes in an environment. In production the core of the bank moves the money. */
export function kafkaAccessIn(environment: Environment): readonly KafkaAccess[] {
  const definitions = definitionsIn(environment);
  return apps.map((app) => {
    const sent = sentCommands[environment][app] ?? [];
    if (app === 'gateway') return { app, reads: [], writes: sent };
    const reads = readsOf(definitions[app]);
    const toCore = reads.some(({ topic }) => topic === 'core.outcomes.v1');
    const writes = [
      definitions[app].events,
      replyTopic,
      ...sent,
      ...(toCore ? (['core.instructions.v1'] as const) : []),
    ] as const;
    return { app, reads, writes };
  });
}

/** The groups of a service: one for its commands, and one for each method that reacts to events. */
function readsOf({ name, module, commands }: ServiceDefinition): readonly GroupRead[] {
  const topic = commands?.topic ?? (`${name}.commands.v1` satisfies TopicName);
  return [{ topic, group: name }, ...reactionsOf(module)];
}

/** What the controllers of a Nest module and of its imports react to. */
function reactionsOf(module: object): readonly GroupRead[] {
  const listed = <T extends object>(key: string) =>
    (Reflect.getMetadata(key, module) ?? []) as readonly T[];
  const own = listed<{ readonly prototype: object }>('controllers').flatMap(({ prototype }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(patternsOf),
  );
  return [...own, ...listed<object>('imports').flatMap(reactionsOf)];
}

/** Nest keeps the pattern of `ReactsTo` with the method: topic and group. */
function patternsOf({ value }: PropertyDescriptor): readonly GroupRead[] {
  if (typeof value !== 'function') return [];
  const patterns = (Reflect.getMetadata('microservices:pattern', value as object) ??
    []) as readonly unknown[];
  return patterns.flatMap((pattern) => {
    const [topic = '', group] = typeof pattern === 'string' ? pattern.split(' > ') : [];
    return group === undefined || !(topic in topics) ? [] : [{ topic: topic as TopicName, group }];
  });
}
