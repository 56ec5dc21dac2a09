import { claimText, evolveAny, upcast } from '@nordgate/decider';
import type { LoadedSlice, LoadRequest, UnreadableStream } from './loaded-slice.js';
import type { StreamState } from './root.js';
import type { StreamTypes } from './stream-types.js';

/** The statement behind every load; prepared once per connection. */
export const loadStatement = {
  name: 'es.load_slice',
  text: `select kind, id, version, detail, number, data
           from es.load_slice($1, $2, $3, $4, $5, $6, $7)`,
};

/** A row of `es.load_slice`. */
export interface LoadRow {
  readonly kind: 'view' | 'event' | 'known' | 'parked' | 'claim';
  readonly id: string;
  readonly version: string | null;
  readonly detail: string | null;
  readonly number: number | null;
  readonly data: unknown;
}

/** The parameters of `es.load_slice`. Throws for a stream of no known type. */
export function loadParameters(request: LoadRequest, types: StreamTypes): unknown[] {
  const streams = [...new Set(request.streams)];
  const claims = request.claims ?? [];
  return [
    request.consumer,
    streams,
    streams.map((streamId) => types.of(streamId).stateVersion),
    request.commandIds,
    request.keys ?? [],
    claims.map(({ scope }) => scope),
    claims.map(({ key }) => key),
  ];
}

/** Turns the rows of a load into states; folds the events of streams without a usable view. */
export class LoadAnswer {
  readonly #types: StreamTypes;
  readonly #streams = new Map<string, StreamState | UnreadableStream>();
  readonly #known = new Set<string>();
  readonly #parked = new Set<string>();
  readonly #claims = new Map<string, string>();

  constructor(request: LoadRequest, types: StreamTypes) {
    this.#types = types;
    for (const streamId of request.streams) {
      this.#streams.set(streamId, { state: types.of(streamId).initial, version: 0 });
    }
  }

  read(rows: readonly LoadRow[]): LoadedSlice {
    for (const row of rows) this.#readRow(row);
    return {
      streams: this.#streams,
      known: this.#known,
      parked: this.#parked,
      claims: this.#claims,
    };
  }

  #readRow(row: LoadRow): void {
    switch (row.kind) {
      case 'view':
        this.#streams.set(row.id, { state: row.data, version: Number(row.version) });
        return;
      case 'event':
        this.#streams.set(row.id, this.#folded(row));
        return;
      case 'known':
        this.#known.add(row.id);
        return;
      case 'parked':
        this.#parked.add(row.id);
        return;
      case 'claim':
        this.#claims.set(claimText({ scope: row.detail ?? '', key: row.id }), String(row.data));
        return;
    }
  }

  /** One more event of a stream; after an unreadable one the stream stays unreadable. */
  #folded(row: LoadRow): StreamState | UnreadableStream {
    const before = this.#streams.get(row.id);
    if (!before || 'fault' in before) return before ?? { fault: new Error(`${row.id} is unasked`) };
    const stored = { type: row.detail ?? '', schemaVersion: row.number ?? 0, data: row.data };
    try {
      const type = this.#types.of(row.id);
      const state = evolveAny(type, before.state, upcast(type, stored));
      return { state, version: Number(row.version) };
    } catch (error) {
      return { fault: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}
