/**
 * The shape of all domain code: data in, data out. A decider reads no clock, makes no id and throws
 * for bugs only; time, ids and the actor arrive inside the command (docs/adr/0001).
 */

/** A past-tense fact. `data` is the storage format: never edit a stored one, add a version. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** An imperative request to one stream, as the deciders see it. */
export interface Command<Type extends string = string, Data = unknown> {
  readonly type: Type;
  /** Id of this request: the same id twice is the same request (inbox). */
  readonly id: string;
  /** The stream that has to decide, `<category>-<id>`. */
  readonly stream: string;
  readonly data: Data;
  readonly meta: CommandMeta;
}

/** What every command carries besides its data. */
export interface CommandMeta {
  /** When the request was accepted at the edge, ISO 8601 with offset. Decides dates of payments. */
  readonly at: string;
  /** Who asks: a TPP's organizationIdentifier, `psu`, `system:<app>`. */
  readonly actor: string;
  /** W3C trace context of the request, kept with the events it causes. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** A command that was refused: a value, not an exception. */
export interface Refusal<Code extends string = string> {
  readonly refused: Code;
  readonly path?: string;
  readonly text?: string;
}

/** The events that a command causes (none for a repeat), or a refusal. */
export type Decision<Event extends DomainEvent> = readonly Event[] | Refusal;

/** What a repeat decides. */
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

/** How a state grows from events. */
export interface Fold<State, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}

/** Facts outside the stream that the store vouches for at append time. */
export interface Facts {
  /** The stream that holds a claim (see `StreamType.claims`), or undefined when it was free when last seen. */
  readonly holderOf: (claim: Claim) => string | undefined;
}

/** A key that at most one stream may hold at a time, e.g. a payment that is a member of an open basket. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
}

/** One use case: pure. */
export type Decide<C extends Command, State, Event extends DomainEvent> = (
  command: C,
  state: State,
  facts: Facts,
) => Decision<Event>;

/** Folds a history. */
export function fold<State, Event extends DomainEvent>(
  { initial, evolve }: Fold<State, Event>,
  events: readonly Event[],
): State {
  return events.reduce(evolve, initial);
}

/** Ends every switch over a union: a case from a newer release must stop us, not be skipped. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
