import { keptAny } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';

/** The stream types of one service, found by stream id. */
export class StreamTypes {
  /** Longest name first: `card-account-1` is not a `card` stream. */
  readonly #types: readonly AnyStreamType[];
  readonly #prefixes: readonly string[];

  /** Throws when two types have the same name. */
  constructor(types: readonly AnyStreamType[]) {
    const names = new Set(types.map(({ name }) => name));
    if (names.size !== types.length) throw new Error('two stream types have the same name');
    this.#types = [...types].sort((a, b) => b.name.length - a.name.length);
    this.#prefixes = this.#types.map(({ name }) => `${name}-`);
  }

  /** The type of a stream id, `<name>-<id>`. Throws when this service has no such streams. */
  of(streamId: string): AnyStreamType {
    const found = this.find(streamId);
    if (!found) throw new Error(`no stream type for ${streamId}`);
    return found;
  }

  /** The names of the types that have one of these events. */
  withEvents(eventTypes: readonly string[]): readonly string[] {
    return this.#types
      .filter(({ events }) => eventTypes.some((type) => Object.hasOwn(events, type)))
      .map(({ name }) => name);
  }

  /** The type of a stream id, or undefined when this service has no such streams. */
  find(streamId: string): AnyStreamType | undefined {
    // Each event and stream of a slice comes here several times.
    return this.#types[this.#prefixes.findIndex((prefix) => streamId.startsWith(prefix))];
  }
}

/**
 * The state version of a tombstone: the row of a deleted stream, which stays in es.stream (ADR 40). The version of the
 * row is one higher than that of the last event: no append expects it, and the primary key refuses an append that
 * creates the stream. The state versions of stream types count from 1.
 */
export const tombstoneStateVersion = -1;

/** The stream type of a tombstone: no service has such streams. `es.view` leaves them out. */
export const tombstoneType = 'tombstone';

/**
 * The state version of a view that has a part of the state (`StreamType.kept`), or a damaged one. Every release folds the state from
 * the events then, because the state versions of stream types count from 1.
 */
export const partStateVersion = 0;

/** What a view has of a state, and the version of its form. */
export interface StoredState {
  readonly state: unknown;
  readonly stateVersion: number;
}

/** What the view of a stream has of its state. */
export function storedState(type: AnyStreamType, state: unknown): StoredState {
  const kept = keptAny(type, state);
  return kept === undefined
    ? { state, stateVersion: type.stateVersion }
    : { state: kept, stateVersion: partStateVersion };
}
