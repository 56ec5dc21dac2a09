import type { Claim, DomainEvent, Fold } from './decider.js';

/** Lifts stored data of version v to v + 1. Pure; golden files pin every historical form. */
export type Upcast = (data: never) => unknown;

/** How one event type is stored now, and how its older versions become today's. */
export interface EventVersions {
  /** The version written today, from 1. */
  readonly version: number;
  /** `upcasts[0]` lifts version 1 to 2, `upcasts[1]` 2 to 3 … */
  readonly upcasts?: readonly Upcast[];
}

/**
 * A category of streams: how its state folds, how its events are stored and what its streams claim.
 * The folded state is kept as the inline view (`es.view`), written in the append transaction, so
 * status queries read it and the next load starts from it.
 */
export interface StreamType<
  State,
  Event extends DomainEvent,
  Category extends string = string,
> extends Fold<State, Event> {
  /** The category: stream ids are `<name>-<id>`. */
  readonly name: Category;
  /** Rises whenever the shape of State changes; view rows of an older one are refolded on load. */
  readonly stateVersion: number;
  readonly events: { readonly [Type in Event['type']]: EventVersions };
  /** Keys that a stream in this state holds alone; a collision refuses the append of this stream. */
  readonly claims?: (state: State) => readonly Claim[];
}

/** Any category, where its state and events are opaque: the store and its tools. */
export interface AnyStreamType {
  readonly name: string;
  readonly stateVersion: number;
  readonly initial: unknown;
  readonly evolve: (state: never, event: never) => unknown;
  readonly events: Readonly<Record<string, EventVersions>>;
  readonly claims?: (state: never) => readonly Claim[];
}

/** Declares a category; exists for inference. */
export function streamType<State, Event extends DomainEvent, Category extends string = string>(
  definition: StreamType<State, Event, Category>,
): StreamType<State, Event, Category> {
  return definition;
}
