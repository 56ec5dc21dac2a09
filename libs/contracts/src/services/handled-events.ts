import type { EventsOnTopic } from './messages.js';

/** A topic of events. */
export type EventTopic = keyof EventsOnTopic;

/**
 * The events that a reaction or a projection handles, declared once: its subscription is made of it, and the type of
 * what it gets ({@link Handled}).
 */
export interface HandledEvents<
  Topic extends EventTopic = EventTopic,
  Type extends EventsOnTopic[Topic]['type'] = EventsOnTopic[Topic]['type'],
> {
  readonly topic: Topic;
  readonly types: readonly Type[];
}

/** An event of a declaration: `Handled<typeof declaration>`. */
export type Handled<Declared> =
  Declared extends HandledEvents<infer Topic, infer Type>
    ? Extract<EventsOnTopic[Topic], { readonly type: Type }>
    : never;

/**
 * Declares the events of a topic that are handled. Other types are skipped. An event of one of these types in a version
 * that this release does not know is parked.
 */
export function handles<Topic extends EventTopic, const Type extends EventsOnTopic[Topic]['type']>(
  topic: Topic,
  types: readonly Type[],
): HandledEvents<Topic, Type> {
  return { topic, types };
}

type EventType = EventsOnTopic[keyof EventsOnTopic]['type'];

/**
 * The newest version of each event that this release reads, where it is not 1. The first of the two releases that
 * bring a new version raises it (docs/operations/upgrade.md). A test compares it with the stream types of all services.
 */
const newestVersions: { readonly [Type in EventType]?: number } = {
  PaymentInitiated: 2,
  PaymentChanged: 2,
};

/** The newest version of an event that this release reads. */
export function newestVersionOf(type: string): number {
  const versions: Readonly<Record<string, number>> = newestVersions;
  return Object.hasOwn(versions, type) ? (versions[type] ?? 1) : 1;
}
