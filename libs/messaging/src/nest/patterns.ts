import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { EventPattern } from '@nestjs/microservices';

const separator = ' > ';

/** The pattern of the method that takes a service's commands; the transport knows their topic. */
export const commandsPattern = 'commands';

/**
 * Marks a method that turns an event of another service into a Reaction. `group` names the purpose
 * and is its own consumer group: every group sees every event of the types that it names, or all.
 */
export function ReactsTo<Event extends DomainEvent>(
  topic: TopicName,
  group: string,
  eventTypes?: readonly Event['type'][],
): MethodDecorator {
  return EventPattern<string>(reactionPattern(topic, group), { eventTypes });
}

/** The event types that a method named, if it named any. */
export function eventTypesOf(extras: unknown): { readonly eventTypes?: readonly string[] } {
  const { eventTypes } = (extras ?? {}) as { readonly eventTypes?: readonly string[] };
  return defined({ eventTypes });
}

/** The pattern of a method that reacts to a topic for a group. */
export function reactionPattern(topic: TopicName, group: string): string {
  return `${topic}${separator}${group}`;
}

/** Topic and group of the pattern of a method that reacts to events. */
export function patternParts(pattern: string): { topic: TopicName; group: string } {
  const [topic, group] = pattern.split(separator) as [TopicName, string];
  return { topic, group };
}
