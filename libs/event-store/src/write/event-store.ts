import { evolveAny } from '@nordgate/decider';
import type { AnyStreamType, DomainEvent, StreamType } from '@nordgate/decider';
import { archivedEvents } from '../archive/event-archive.js';
import type { Database } from '../sql/database.js';
import { isInfrastructureFailure } from '../sql/store-errors.js';
import { appendAll } from './append.js';
import type { AppendWrite, RefusedStream } from './append.js';
import { Collector } from './collector.js';
import { ArchivedStreamError, loadSlice, loadStates } from './load.js';
import type { LoadedSlice, LoadRequest, UnreadableStream } from './load.js';
import type { StreamState } from './root.js';
import { toStoredEvent, upcastStored } from './stored-event.js';
import type { EventRow, StoredEvent } from './stored-event.js';
import { StreamTypes } from './stream-types.js';

const columns = `position, tx, stream_id, version, id, type, schema_version, at, data,
       es.whole_meta(stream_id, data, meta) as meta`;

const historyStatement = {
  name: 'es.history',
  text: `select ${columns} from es.event where stream_id = $1 order by version`,
};

const pageStatement = {
  name: 'es.page',
  text: `
select ${columns} from es.event where stream_id = $1 and version > $2 order by version limit $3`,
};

/** A part of a stream. */
export interface StreamPage {
  /** The version before the first event of the page. */
  readonly after: number;
  readonly limit: number;
}

/** The streams of one service. Errors of the driver pass through unchanged. */
export class EventStore {
  readonly types: StreamTypes;
  /** Status queries arrive one by one and many at a time: those of one event-loop turn share a load. */
  private readonly stateReads = new Collector(async (ids: readonly string[]) => {
    const streams = await this.loadStates(ids);
    return ids.map((id) => streams.get(id) ?? { error: new Error(`${id} was not loaded`) });
  });

  /** Throws when two types have the same name. */
  constructor(
    readonly database: Database,
    types: readonly AnyStreamType[],
  ) {
    this.types = new StreamTypes(types);
  }

  /**
   * Loads everything that a slice needs in one round trip, under one snapshot. An archived stream whose view an older release has
   * written is folded again from the archive. Throws for a stream of a type that this service does not have, and
   * InfrastructureError when the archive does not answer.
   */
  async load(request: LoadRequest): Promise<LoadedSlice> {
    const loaded = await loadSlice(this.database.pool, this.types, request);
    const streams = await this.withArchived(loaded.streams);
    return streams === loaded.streams ? loaded : { ...loaded, streams };
  }

  /** The states of streams for a query. Throws as `load`. */
  private async loadStates(streamIds: readonly string[]): Promise<LoadedSlice['streams']> {
    return this.withArchived(await loadStates(this.database.pool, this.types, streamIds));
  }

  private async withArchived(loaded: LoadedSlice['streams']): Promise<LoadedSlice['streams']> {
    let streams: Map<string, StreamState | UnreadableStream> | undefined;
    for (const [streamId, stream] of loaded) {
      if (!('error' in stream && stream.error instanceof ArchivedStreamError)) continue;
      streams ??= new Map(loaded);
      streams.set(streamId, await this.folded(streamId));
    }
    return streams ?? loaded;
  }

  /**
   * Writes streams, events, views, claims, inbox ids and rows in one transaction, then sends the
   * wake-up signal to readers of this process. Refused streams, their groups and the rows that depend
   * on them are left out.
   *
   * @returns the refused streams
   * @throws when nothing was written. SQLSTATE 40001: repeat the call, or load and decide again where
   *   there are `uncheckedKeys`. 23505 on es.inbox or es.stream: load and decide again. UnstorableError
   *   and other SQLSTATEs: see `appendFailureOf`.
   */
  async append(write: AppendWrite): Promise<RefusedStream[]> {
    if (write.streams.length === 0 && write.rows.length === 0) return [];
    const refused = await appendAll(this.database.pool, write).catch((error: unknown) => {
      // The answer of a commit may be lost: the repeat then writes nothing, and readers would hear of nothing.
      if (isInfrastructureFailure(error)) this.database.appended.wake();
      throw error;
    });
    this.database.appended.notify(
      write.streams.flatMap(({ events }) => events.map(({ type }) => type)),
      write.rows.map(({ upsert }) => upsert.name),
    );
    return refused;
  }

  /**
   * The events of a stream in the form of this release, oldest first, also those in the archive; empty when the stream does not
   * exist. Throws for an event that this release cannot read, and as `archivedEvents`.
   */
  async history(streamId: string): Promise<StoredEvent[]> {
    const events = await this.read(streamId, { ...historyStatement, values: [streamId] });
    if (events[0]?.version === 1) return events;
    return [...(await this.archived(streamId)), ...events];
  }

  /** The same for a part of a long stream. */
  async page(streamId: string, { after, limit }: StreamPage): Promise<StoredEvent[]> {
    const events = await this.read(streamId, {
      ...pageStatement,
      values: [streamId, after, limit],
    });
    if (events[0]?.version === after + 1) return events;
    const archived = (await this.archived(streamId)).filter(({ version }) => version > after);
    return [...archived, ...events].slice(0, limit);
  }

  private async archived(streamId: string): Promise<StoredEvent[]> {
    const type = this.types.of(streamId);
    const { pool, archive } = this.database;
    const events = await archivedEvents(pool, archive, streamId);
    return events.map((event) => upcastStored(type, event));
  }

  private async folded(streamId: string): Promise<StreamState | UnreadableStream> {
    const type = this.types.of(streamId);
    try {
      const events = await this.history(streamId);
      const state = events.reduce((before, event) => evolveAny(type, before, event), type.initial);
      return { state, version: events.at(-1)?.version ?? 0 };
    } catch (error) {
      if (isInfrastructureFailure(error)) throw error;
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  private async read(
    streamId: string,
    statement: { readonly name: string; readonly text: string; readonly values: unknown[] },
  ): Promise<StoredEvent[]> {
    const type = this.types.of(streamId);
    const { rows } = await this.database.pool.query<EventRow>(statement);
    return rows.map((row) => upcastStored(type, toStoredEvent(row)));
  }

  /**
   * The state and version of a stream; the initial state with version 0 when it does not exist. Throws
   * for a stream that this release cannot read.
   */
  async state<State, Event extends DomainEvent>(
    _type: StreamType<State, Event>,
    streamId: string,
  ): Promise<StreamState<State>> {
    const stream = await this.stateReads.ask(streamId);
    if ('error' in stream) throw stream.error;
    return stream as StreamState<State>;
  }

  /** Which of these streams were deleted, as their retention is over (ADR 40). Throws as `state`. */
  async deleted(streamIds: readonly string[]): Promise<readonly string[]> {
    return [...(await this.loadStates(streamIds))]
      .filter(([, stream]) => 'isDeleted' in stream && stream.isDeleted === true)
      .map(([streamId]) => streamId);
  }

  /** The state and version of several streams, in the order of their ids. Throws as `state`. */
  async states<State, Event extends DomainEvent>(
    _type: StreamType<State, Event>,
    streamIds: readonly string[],
  ): Promise<(StreamState<State> & { readonly streamId: string })[]> {
    const streams = await this.loadStates(streamIds);
    return [...streams].map(([streamId, stream]) => {
      if ('error' in stream) throw stream.error;
      return { ...(stream as StreamState<State>), streamId };
    });
  }
}
