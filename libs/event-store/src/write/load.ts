import { beginningsOf, claimText, evolveAny, upcast } from '@nordgate/decider';
import type { Claim } from '@nordgate/decider';
import type { Pool } from 'pg';
import type { StreamState } from './root.js';
import type { StreamTypes } from './stream-types.js';
import { tombstoneStateVersion } from './stream-types.js';

/** What one load reads. */
export interface LoadRequest {
  /** The owner of the inbox and of the parked messages. */
  readonly consumer: string;
  readonly streams: readonly string[];
  /** Ids to look up in the inbox. */
  readonly commandIds: readonly string[];
  /** Keys whose parked messages block the items of the slice. */
  readonly keys?: readonly string[];
  /** Claims whose holders are needed. */
  readonly claims?: readonly Claim[];
}

/** A stream that this release cannot fold, with the reason. */
export interface UnreadableStream {
  readonly error: Error;
}

/** The events that would be folded again are in the archive (ADR 69). */
export class ArchivedStreamError extends Error {
  override readonly name = 'ArchivedStreamError';

  constructor(readonly streamId: string) {
    super(`the events of ${streamId} are in the archive`);
  }
}

/** The result of one load. */
export interface LoadedSlice {
  /** Every requested stream; a stream without events, or deleted, has the initial state and version 0. */
  readonly streams: ReadonlyMap<string, StreamState | UnreadableStream>;
  /** The command ids that were handled before. */
  readonly known: ReadonlySet<string>;
  /** The keys that have parked messages. */
  readonly parked: ReadonlySet<string>;
  /** `claimText` of each held claim to the holding stream. */
  readonly claims: ReadonlyMap<string, string>;
}

/** Prepared once per connection. */
const loadStatement = {
  name: 'es.load_slice',
  text: `select kind, id, version, detail, number, data
           from es.load_slice($1, $2, $3, $4, $5, $6, $7)`,
};

const statesStatement = {
  name: 'es.load_states',
  text: 'select kind, id, version, detail, number, data from es.load_states($1, $2)',
};

/** A row of `es.load_slice` or `es.load_states`; the meaning of the columns depends on `kind`. */
interface LoadRow {
  readonly kind: 'view' | 'event' | 'known' | 'parked' | 'claim';
  readonly id: string;
  readonly version: string | null;
  readonly detail: string | null;
  readonly number: number | null;
  readonly data: unknown;
}

/**
 * Loads everything that a slice needs in one round trip, under one snapshot. Throws for a stream of
 * an unknown type; errors of the driver pass through.
 */
export async function loadSlice(
  pool: Pool,
  types: StreamTypes,
  request: LoadRequest,
): Promise<LoadedSlice> {
  const values = loadParameters(request, types);
  const { rows } = await pool.query<LoadRow>({ ...loadStatement, values });
  return new SliceReader(request, types).read(rows);
}

/**
 * Loads the states of streams for queries in one round trip, under one snapshot. Every requested stream is in the result. Throws as
 * {@link loadSlice}.
 */
export async function loadStates(
  pool: Pool,
  types: StreamTypes,
  requested: readonly string[],
): Promise<LoadedSlice['streams']> {
  const streams = [...new Set(requested)];
  const versions = streams.map((streamId) => types.of(streamId).stateVersion);
  const { rows } = await pool.query<LoadRow>({ ...statesStatement, values: [streams, versions] });
  // A fold needs the order of the versions; the streams need none.
  rows.sort((one, other) => Number(one.version) - Number(other.version));
  const request = { consumer: '', streams, commandIds: [] };
  return new SliceReader(request, types).read(rows).streams;
}

/**
 * The result of a load when no requested stream exists, no command id is known and no message is
 * parked. For decisions whose append checks these assumptions.
 */
export function assumeNew(request: LoadRequest, types: StreamTypes): LoadedSlice {
  return new SliceReader(request, types).read([]);
}

function loadParameters(request: LoadRequest, types: StreamTypes): unknown[] {
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
class SliceReader {
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
        this.#streams.set(row.id, this.#viewed(row));
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

  /** A view of another state version is delivered only where the table of events has none of the stream. */
  #viewed({ id, data, version, number }: LoadRow): StreamState | UnreadableStream {
    const { initial, stateVersion } = this.#types.of(id);
    if (number === tombstoneStateVersion) return { state: initial, version: 0, isDeleted: true };
    if (number !== stateVersion) return { error: new ArchivedStreamError(id) };
    return { state: data, version: Number(version) };
  }

  /** Folds one more event of a stream; after an unreadable event the stream stays unreadable. */
  #folded(row: LoadRow): StreamState | UnreadableStream {
    const before = this.#streams.get(row.id);
    if (!before) return { error: new Error(`${row.id} was not requested`) };
    if ('error' in before) return before;
    const stored = { type: row.detail ?? '', schemaVersion: row.number ?? 0, data: row.data };
    const type = this.#types.of(row.id);
    if (before.version === 0 && row.version !== '1' && beginningsOf(type).length === 0) {
      return { error: new ArchivedStreamError(row.id) };
    }
    try {
      const state = evolveAny(type, before.state, upcast(type, stored));
      return { state, version: Number(row.version) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}
