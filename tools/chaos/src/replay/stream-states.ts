import { evolveAny, upcast } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { typeOf } from './deciding-services.js';
import type { DecidingService } from './deciding-services.js';
import type { HistoryEvent, StreamAt } from './history.js';

/** The streams of one service in a history: what this release reads in their events, and their state after each. */
export class StreamStates {
  readonly #stored = new Map<string, HistoryEvent[]>();
  readonly #states = new Map<string, unknown[]>();

  constructor(
    private readonly service: DecidingService,
    events: readonly HistoryEvent[],
  ) {
    for (const event of events) {
      const stream = this.#stored.get(event.stream) ?? [];
      stream[event.version - 1] = event;
      this.#stored.set(event.stream, stream);
    }
  }

  /** The state after so many events. @throws Error where one of them is missing, or this release cannot read it */
  stateAt({ stream, version }: StreamAt): unknown {
    const type = typeOf(this.service, stream);
    const states = this.#states.get(stream) ?? [type.initial];
    this.#states.set(stream, states);
    while (states.length <= version) {
      const next = this.eventAt({ stream, version: states.length });
      states.push(evolveAny(type, states.at(-1), next));
    }
    return states[version];
  }

  /** The events up to a version, in the form of this release. @throws as `stateAt` */
  eventsUntil({ stream, version }: StreamAt): readonly DomainEvent[] {
    return Array.from({ length: version }, (_, at) => this.eventAt({ stream, version: at + 1 }));
  }

  /** An event in the form of this release. @throws as `stateAt` */
  eventAt({ stream, version }: StreamAt): DomainEvent {
    const stored = this.#stored.get(stream)?.[version - 1];
    if (stored === undefined) {
      throw new Error(`${stream}@${String(version)} is not in the history`);
    }
    return upcast(typeOf(this.service, stream), stored);
  }
}
