import { evolveAny, isRefusal } from '@nordgate/decider';
import type { DomainEvent, FoundStreams, StreamDecision, StreamType } from '@nordgate/decider';

/**
 * The streams of one command while it takes several decisions one after the other: a later decision sees
 * the states after the earlier ones. A refusal changes nothing, and refuses the whole command.
 */
export class DecidedStreams implements FoundStreams {
  readonly #states = new Map<string, unknown>();
  readonly #decisions: StreamDecision[] = [];

  constructor(private readonly found: FoundStreams) {}

  get ids(): readonly string[] {
    return this.found.ids;
  }

  get facts(): FoundStreams['facts'] {
    return this.found.facts;
  }

  /** Every decision so far, in order. */
  get decisions(): readonly StreamDecision[] {
    return this.#decisions;
  }

  stateOf<State, Event extends DomainEvent>(type: StreamType<State, Event>, stream: string): State {
    if (!this.#states.has(stream)) return this.found.stateOf(type, stream);
    // Only states of the stream's own type are kept, folded by this very type.
    return this.#states.get(stream) as State;
  }

  /** Takes decisions: from now on their streams have the states after them. */
  take(decisions: readonly StreamDecision[]): void {
    for (const { type, stream, decision } of decisions) {
      if (isRefusal(decision) || decision.length === 0) continue;
      const before = this.stateOf(type as unknown as StreamType<unknown, DomainEvent>, stream);
      const after = decision.reduce((state, event) => evolveAny(type, state, event), before);
      this.#states.set(stream, after);
    }
    this.#decisions.push(...decisions);
  }
}
