import type { Pool, PoolClient } from 'pg';
import { appendParameters, appendStatement, appendUnaskedStatement } from './append-parameters.js';
import type { AppendWrite, RefusedStream } from './append-write.js';
import { Collector } from './collector.js';
import type { Database } from '../sql/database.js';
import type { DomainEvent, AnyStreamType, StreamType } from '@nordgate/decider';
import { LoadAnswer, loadParameters, loadStatement } from './load-answer.js';
import type { LoadRow } from './load-answer.js';
import { inTransaction } from '../sql/in-transaction.js';
import type { LoadedSlice, LoadRequest } from './loaded-slice.js';
import type { StreamState } from './root.js';
import { rowStatements } from './row-upsert.js';
import type { RowStatement } from './row-upsert.js';
import { toStoredEvent, upcastStored } from '../read/stored-event.js';
import type { EventRow, StoredEvent } from '../read/stored-event.js';
import { StreamTypes } from './stream-types.js';

const historyStatement = {
  name: 'es.history',
  text: 'select * from es.event where stream_id = $1 order by version',
};

interface RefusalRow {
  readonly stream_id: string;
  readonly reason: RefusedStream['reason'];
  readonly scope: string | null;
  readonly key: string | null;
  readonly holder: string | null;
}

/** The streams of one service. Errors of the driver pass through unchanged. */
export class EventStore {
  readonly types: StreamTypes;
  /** Status queries come one by one and many at a time. */
  private readonly stateReads = new Collector(async (ids: readonly string[]) => {
    const { streams } = await this.load({ consumer: '', streams: ids, commandIds: [] });
    return ids.map((id) => streams.get(id) ?? { fault: new Error(`${id} was not loaded`) });
  });

  /** Throws when two types have one name. */
  constructor(
    readonly database: Database,
    types: readonly AnyStreamType[],
  ) {
    this.types = new StreamTypes(types);
  }

  /** Loads all that a slice needs in one round trip, under one snapshot. */
  async load(request: LoadRequest): Promise<LoadedSlice> {
    const values = loadParameters(request, this.types);
    const { rows } = await this.database.pool.query<LoadRow>({ ...loadStatement, values });
    return new LoadAnswer(request, this.types).read(rows);
  }

  /** What a load would answer if none of its streams existed, nothing were known and nothing parked. */
  unloaded(request: LoadRequest): LoadedSlice {
    return new LoadAnswer(request, this.types).read([]);
  }

  /**
   * Writes streams, events, views, claims, inbox ids and rows in one transaction; streams that were
   * refused, their groups and what hangs on them are left out and answered. Throws when nothing was
   * written: SQLSTATE 40001 (repeat the call, after a load where there are `unaskedKeys`), 23505 on es.inbox or es.stream (load anew first), data
   * errors.
   */
  async append(write: AppendWrite): Promise<RefusedStream[]> {
    if (write.streams.length === 0 && write.rows.length === 0) return [];
    const refused = await appendAll(this.database.pool, write);
    this.database.appended.notify(
      write.streams.flatMap(({ events }) => events.map(({ type }) => type)),
    );
    return refused;
  }

  /** The events of a stream in today's form, oldest first; none when it does not exist. */
  async history(streamId: string): Promise<StoredEvent[]> {
    const type = this.types.of(streamId);
    const values = [streamId];
    const { rows } = await this.database.pool.query<EventRow>({ ...historyStatement, values });
    return rows.map((row) => upcastStored(type, toStoredEvent(row)));
  }

  /** Where a stream stands; the initial state with version 0 when it does not exist. */
  async state<State, Event extends DomainEvent>(
    _type: StreamType<State, Event>,
    streamId: string,
  ): Promise<StreamState<State>> {
    const stream = await this.stateReads.ask(streamId);
    if ('fault' in stream) throw stream.fault;
    return stream as StreamState<State>;
  }

  /** The same for several streams, in their order. */
  async states<State, Event extends DomainEvent>(
    _type: StreamType<State, Event>,
    streamIds: readonly string[],
  ): Promise<(StreamState<State> & { readonly streamId: string })[]> {
    const { streams } = await this.load({ consumer: '', streams: streamIds, commandIds: [] });
    return [...streams].map(([streamId, stream]) => {
      if ('fault' in stream) throw stream.fault;
      return { ...(stream as StreamState<State>), streamId };
    });
  }
}

/** What is one statement needs no other to begin and end its transaction. */
async function appendAll(pool: Pool, write: AppendWrite): Promise<RefusedStream[]> {
  if (write.rows.length === 0) return appendStreams(pool, write);
  if (write.streams.length === 0) {
    const [only, ...others] = rowStatements(write.rows);
    if (only && others.length === 0) {
      await runRows(pool, only);
      return [];
    }
  }
  return inTransaction(pool, (client) => appendWithRows(client, write));
}

async function appendStreams(
  connection: Pool | PoolClient,
  write: AppendWrite,
): Promise<RefusedStream[]> {
  if (write.streams.length === 0) return [];
  const { unaskedKeys } = write;
  const values = appendParameters(write);
  const { rows } = await connection.query<RefusalRow>(
    unaskedKeys === undefined
      ? { ...appendStatement, values }
      : { ...appendUnaskedStatement, values: [...values, unaskedKeys] },
  );
  return rows.map(({ stream_id, reason, scope, key, holder }) => ({
    streamId: stream_id,
    reason,
    ...(scope !== null && key !== null && { claim: { scope, key } }),
    ...(holder !== null && { holder }),
  }));
}

async function appendWithRows(client: PoolClient, write: AppendWrite): Promise<RefusedStream[]> {
  const refused = await appendStreams(client, write);
  const out = new Set(refused.map(({ streamId }) => streamId));
  const rows = write.rows.filter(({ after }) => !after.some((streamId) => out.has(streamId)));
  for (const statement of rowStatements(rows)) await runRows(client, statement);
  return refused;
}

async function runRows(
  connection: Pool | PoolClient,
  { name, text, values }: RowStatement,
): Promise<void> {
  await connection.query({ name, text, values: [...values] });
}
