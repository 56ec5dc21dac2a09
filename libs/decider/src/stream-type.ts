import type { Claim, DomainEvent, Fold } from './decider.js';

/** Lifts stored data from version v to v + 1. Pure. A golden file per historical form tests it. */
export type Upcast = (data: never) => unknown;

/** How this release stores one event type, and how it reads older versions of it. */
export interface EventVersions {
  /** The version that this release writes, from 1. */
  readonly version: number;
  /** `upcasts[0]` lifts version 1 to 2, `upcasts[1]` version 2 to 3, and so on. */
  readonly upcasts?: readonly Upcast[];
  /**
   * How it reads versions that the next release writes, so that a rollback finds its way (ADR 42):
   * `downcasts[0]` lowers `version + 1` to `version`, and so on.
   */
  readonly downcasts?: readonly Upcast[];
}

/**
 * A category of streams: how its state folds, how its events are stored and which keys its streams
 * claim. The append transaction stores the folded state as the inline view (`es.view`); status queries
 * read it and the next load starts from it.
 */
export interface StreamType<
  State,
  Event extends DomainEvent,
  Category extends string = string,
> extends Fold<State, Event> {
  /** The category: stream ids are `<name>-<id>`. */
  readonly name: Category;
  /** Raise it when the form of State changes: views of an older form are folded again at the load. */
  readonly stateVersion: number;
  readonly events: { readonly [Type in Event['type']]: EventVersions };
  /** Keys that a stream in this state holds alone. The append refuses a stream whose claim is taken. */
  readonly claims?: (state: State) => readonly Claim[];
  /**
   * Whether a stream in this state has ended: nothing is written to it any more, and its id is never
   * used again. Only streams of a type with this function may be deleted when they are old enough.
   */
  readonly hasEnded?: (state: State) => boolean;
  /**
   * What the view keeps of this state: the members that SQL looks for. Each load then folds the state from the events, so this is for
   * streams of few events. Undefined: the view keeps the whole state, as it does for types without this function.
   */
  readonly kept?: (state: State) => object | undefined;
  /**
   * An event after which the state is the initial one again, apart from when that was. The earlier events of the
   * stream are deleted as soon as everybody has read them; the id may be used again.
   */
  readonly forgottenBy?: string;
  /**
   * An event that has the whole state of the stream: its fold over any state is the state after it. The events before one
   * that is old enough may be dropped, and the stream goes on.
   */
  readonly carriedForwardBy?: string;
}

/** Any category, for code that does not know its state and events: the store and its tools. */
export interface AnyStreamType {
  readonly name: string;
  readonly stateVersion: number;
  readonly initial: unknown;
  readonly evolve: (state: never, event: never) => unknown;
  readonly events: Readonly<Record<string, EventVersions>>;
  readonly claims?: (state: never) => readonly Claim[];
  readonly hasEnded?: (state: never) => boolean;
  readonly kept?: (state: never) => object | undefined;
  readonly forgottenBy?: string;
  readonly carriedForwardBy?: string;
}

/**
 * The events at which a stream may begin, as those before it were deleted: one that forgets them, and one that carries their
 * result forward. None for a category whose streams begin at version 1.
 */
export function beginningsOf({
  forgottenBy,
  carriedForwardBy,
}: Pick<AnyStreamType, 'forgottenBy' | 'carriedForwardBy'>): readonly string[] {
  return [forgottenBy, carriedForwardBy].filter((type) => type !== undefined);
}

/** Declares a category. Returns its argument; exists so that TypeScript infers the types. */
export function streamType<State, Event extends DomainEvent, Category extends string = string>(
  definition: StreamType<State, Event, Category>,
): StreamType<State, Event, Category> {
  return definition;
}

/** One step of a fold, for a category whose state is unknown to the caller. */
export function evolveAny(type: AnyStreamType, state: unknown, event: DomainEvent): unknown {
  return (type.evolve as (state: unknown, event: DomainEvent) => unknown)(state, event);
}

/** The claims of a stream in this state, for a category whose state is unknown to the caller. */
export function claimsOfAny(type: AnyStreamType, state: unknown): readonly Claim[] {
  return (type.claims as ((state: unknown) => readonly Claim[]) | undefined)?.(state) ?? [];
}

/** Whether a stream in this state may be deleted once it is old enough, for a category unknown to the caller. */
export function hasEndedAny(type: AnyStreamType, state: unknown): boolean {
  return (type.hasEnded as ((state: unknown) => boolean) | undefined)?.(state) ?? false;
}

/** What the view keeps of a state, for a category unknown to the caller; undefined for all of it. */
export function keptAny(type: AnyStreamType, state: unknown): object | undefined {
  return (type.kept as ((state: unknown) => object | undefined) | undefined)?.(state);
}
