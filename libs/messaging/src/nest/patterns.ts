import type { Handled, HandledEvents } from '@nordgate/contracts/events';
import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import type { DomainEvent, Reaction, ReceivedEvent } from '@nordgate/decider';
import { EventPattern } from '@nestjs/microservices';

const separator = ' > ';

/** A method that reacts to these events. */
type ReactingMethod<Event extends DomainEvent> = (
  received: ReceivedEvent<Event>,
) => Reaction | Promise<Reaction>;

/** Decorates a method that takes every event that its declaration names. */
type ReactionDecorator<Event extends DomainEvent> = <Method extends ReactingMethod<Event>>(
  target: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Marks a method that turns an event of another service into a Reaction. `group` names the purpose
 * and is its own consumer group: every group sees every event that its declaration names, or all messages of a topic.
 */
export function ReactsTo<const Declared extends HandledEvents>(
  group: string,
  handled: Declared,
): ReactionDecorator<Handled<Declared>>;
export function ReactsTo(group: string, topic: TopicName): ReactionDecorator<never>;
export function ReactsTo(group: string, handled: HandledEvents | TopicName): MethodDecorator {
  if (typeof handled === 'string') return EventPattern<string>(reactionPattern(handled, group));
  const { topic, types: eventTypes } = handled;
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
