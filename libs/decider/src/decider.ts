/*
 * The shape of all domain code: data in, data out. A decider reads no clock, makes no id and throws
 * for bugs only. Time, ids and the actor arrive inside the command (docs/adr/0001).
 */

/**
 * A past-tense fact. `data` is the storage format: never change the form of a stored event, add a version
 * and an upcast (`EventVersions`).
 */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** An imperative request to one stream, as deciders see it. */
export interface Command<Type extends string = string, Data = unknown> {
  readonly type: Type;
  /** Id of the request. Two commands with the same id are the same request (inbox). */
  readonly id: string;
  /** The stream that decides, `<category>-<id>`. */
  readonly stream: string;
  readonly data: Data;
  readonly meta: CommandMeta;
}

/** The part that every command has besides its data. */
export interface CommandMeta {
  /** When the gateway accepted the request, ISO 8601 with offset. Decides dates of payments. */
  readonly at: string;
  /**
   * How far the world of the request is ahead of the clocks, in milliseconds (ADR 56). It goes on with the events, so what
   * they cause has the time of the same world. Absent: it is not ahead.
   */
  readonly aheadMs?: number;
  /** Who sent the request: the organizationIdentifier of a TPP, `psu`, `system:<app>`, `event:<stream>`. */
  readonly actor: string;
  /** W3C trace context of the request, kept with the events it causes. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** A command that the domain refuses: a value, not an exception. */
export interface Refusal<Code extends string = string> {
  /** A code of the specification's list (section 7). */
  readonly refused: Code;
  /** The member of the request that caused the refusal. */
  readonly path?: string;
  readonly text?: string;
}

/** The events that a command causes (none for a repeated command), or a refusal. */
export type Decision<Event extends DomainEvent> = readonly Event[] | Refusal;

/** The decision on a repeated command. */
export const nothing: readonly never[] = [];

/** Refuses a command with a code of the specification's list (section 7). */
export function refuse<Code extends string>(
  code: Code,
  detail: Omit<Refusal, 'refused'> = {},
): Refusal<Code> {
  return { refused: code, ...detail };
}

/** Tells a refusal from events. */
export function isRefusal(decision: unknown): decision is Refusal {
  return typeof decision === 'object' && decision !== null && 'refused' in decision;
}

/** How events change a state. */
export interface Fold<State, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}

/** Facts outside the stream, as the store last saw them. */
export interface Facts {
  /**
   * The stream that holds a claim (`StreamType.claims`); undefined when the claim is free. Another stream
   * may take a free claim meanwhile: then the append refuses this stream, and the command is decided
   * again.
   */
  readonly holderOf: (claim: Claim) => string | undefined;
}

/** A key that at most one stream may hold at a time, e.g. a payment that is a member of an open basket. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
}

/** One text per claim, for sets and maps. */
export function claimText({ scope, key }: Claim): string {
  return `${scope}\u001f${key}`;
}

/** One use case: a pure function from a command and the state of its stream to a decision. */
export type Decide<C extends Command, State, Event extends DomainEvent> = (
  command: C,
  state: State,
  facts: Facts,
) => Decision<Event>;

/** The state after a history, oldest event first. */
export function fold<State, Event extends DomainEvent>(
  { initial, evolve }: Fold<State, Event>,
  events: readonly Event[],
): State {
  return events.reduce(evolve, initial);
}

/**
 * Ends every switch over a union. Throws: a case from a newer release must stop the process, not be
 * skipped.
 */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
