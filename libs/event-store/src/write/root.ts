import { AggregateRoot } from '@nestjs/cqrs';
import { isRefusal, nothing, evolveAny, refuse } from '@nordgate/decider';
import type {
  Command,
  Decide,
  Decision,
  DomainEvent,
  Facts,
  AnyStreamType,
} from '@nordgate/decider';

/** What a root needs from the unit of work around it. */
export interface RootHost {
  readonly facts: Facts;
  /** True for a command id that was handled before. */
  readonly isKnown: (commandId: string) => boolean;
  /** Called when the state of this root has changed. */
  readonly changed: (root: Root) => void;
}

/** The folded state of a stream after `version` events; version 0 is the initial state. */
export interface StreamState<State = unknown> {
  readonly state: State;
  readonly version: number;
  /** The stream was deleted after its retention (ADR 40): it has the initial state and takes no event. */
  readonly isDeleted?: true;
}

/** A state that a root can return to when an item fails half-way. */
export interface RootMark extends StreamState {
  readonly pending: number;
}

/** An event that is decided but not yet written, and the command that caused it. */
export interface PendingEvent {
  readonly event: DomainEvent;
  readonly command: Command;
}

/**
 * The one aggregate root of the product: holds the state of a stream and runs deciders on it. The
 * append of the slice writes its events; `commit` and `publish` of the base class are not used.
 */
export class Root<State = unknown, Event extends DomainEvent = DomainEvent> extends AggregateRoot {
  /** The version at the load, which is the version that the append expects. */
  readonly loadedVersion: number;
  readonly loadedState: State;
  readonly isDeleted: boolean;
  #state: State;
  #version: number;
  readonly #causes: Command[] = [];

  constructor(
    readonly streamType: AnyStreamType,
    readonly streamId: string,
    loaded: StreamState<State>,
    private readonly host: RootHost,
  ) {
    super();
    this.loadedState = loaded.state;
    this.loadedVersion = loaded.version;
    this.isDeleted = loaded.isDeleted ?? false;
    this.#state = loaded.state;
    this.#version = loaded.version;
  }

  get state(): State {
    return this.#state;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Decides a command and applies its events.
   *
   * @returns the events; none for a command id that was handled before; or the refusal, which changes
   *   nothing. On a deleted stream: what the decider refuses on a stream that does not exist, else
   *   CONFLICT
   * @throws an Error of the decider (a bug), or for an event that the stream type does not have
   */
  run<C extends Command>(decide: Decide<C, State, Event>, command: C): Decision<Event> {
    if (this.host.isKnown(command.id)) return this.isDeleted ? refuse('CONFLICT') : nothing;
    const decision = decide(command, this.#state, this.host.facts);
    if (isRefusal(decision)) return decision;
    if (this.isDeleted) return refuse('CONFLICT');
    for (const event of decision) {
      if (!Object.hasOwn(this.streamType.events, event.type)) {
        throw new Error(`${this.streamType.name} streams have no event ${event.type}`);
      }
      this.apply(event);
      this.#causes.push(command);
    }
    if (decision.length > 0) this.host.changed(this);
    return decision;
  }

  /** The unwritten events, in order. */
  pending(): readonly PendingEvent[] {
    const events = this.getUncommittedEvents() as Event[];
    return events.map((event, index) => ({ event, command: this.#causes[index] as Command }));
  }

  /** The current state, to return to with `reset`. */
  mark(): RootMark {
    return { state: this.#state, version: this.#version, pending: this.#causes.length };
  }

  /** Drops all events since the mark. */
  reset(mark: RootMark): void {
    if (this.#causes.length === mark.pending) return;
    this.#state = mark.state as State;
    this.#version = mark.version;
    this.getUncommittedEvents().length = mark.pending;
    this.#causes.length = mark.pending;
    this.host.changed(this);
  }

  /** The base class looks for a method named after the class of the event; our events are plain data. */
  protected override getEventHandler(): never {
    const handler = (event: Event): void => {
      this.#state = evolveAny(this.streamType, this.#state, event) as State;
      this.#version += 1;
    };
    return handler as never;
  }
}
