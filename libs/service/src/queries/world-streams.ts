import type { ShownEvent } from '@nordgate/contracts/queries';
import { generationSql } from '@nordgate/contracts/rules';
import { stateAfter } from '@nordgate/event-store';
import type { EventStore, Database } from '@nordgate/event-store';
import { redact } from '@nordgate/telemetry';

/** A stream of a TPP with its state and its events. */
export interface TppStream {
  readonly streamId: string;
  readonly state: unknown;
  readonly events: readonly ShownEvent[];
}

/** The console of the sandbox shows no more. */
const streamsMax = 20;

/** $1: the type of the streams; $2: the TPP; $3: the generation of the sandbox. */
const streamsSql = `
  select stream_id from es.view
   where stream_type = $1 and state->'initiator'->>'tpp' = $2
     and ${generationSql('stream_id')} = $3
   order by updated_at desc, stream_id limit ${String(streamsMax)}`;

/**
 * The streams of one type that a TPP initiated in a generation of the sandbox, the last changed first, with
 * their events. Secrets and account numbers are masked. No index serves it: it is for a sandbox only.
 */
export async function streamsOfTpp(
  store: EventStore,
  type: string,
  { tpp, generation }: { readonly tpp: string; readonly generation: number },
): Promise<readonly TppStream[]> {
  const { rows } = await store.database.pool.query<{ stream_id: string }>({
    name: 'console.streams-of-tpp',
    text: streamsSql,
    values: [type, tpp, generation],
  });
  return Promise.all(
    rows.map(async ({ stream_id: streamId }) => {
      const history = await store.history(streamId);
      const state = stateAfter(store.types.of(streamId), history);
      return { streamId, state, events: history.map(shownEventOf) };
    }),
  );
}

type StoredEvent = Awaited<ReturnType<EventStore['history']>>[number];

function shownEventOf({ version, type, at, meta, data }: StoredEvent): ShownEvent {
  const traceId = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(meta.traceparent ?? '')?.[1] ?? null;
  return { version, type, at, traceId, data: JSON.stringify(redact(data)) };
}

/** Which events of a world are read, between two times of its clock, both included. */
export interface WorldStretch {
  readonly tpp: string;
  readonly generation: number;
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
}

/** An event of a world with what the view has of the state of its stream now, which may be a part (`StreamType.kept`). */
export interface WorldEventRow<Data, State> {
  readonly stream: string;
  readonly type: string;
  readonly data: Data;
  readonly state: State;
}

/** The console shows no more of one service. */
const eventsMax = 200;

/** The times of events have the form of `toISOString`, so their order as texts is their order in time. */
const eventsSql = `
  select s.stream_id as "stream", e.type, e.data, s.state
    from es.stream s join es.event e on e.stream_id = s.stream_id
   where s.stream_type = $1 and ${generationSql('s.stream_id')} = $2 and e.type = any ($3)
     and s.state->'initiator'->>'tpp' = $6
     and e.data->>'at' >= $4 and e.data->>'at' <= $5
   order by e.data->>'at', s.stream_id, e.version
   limit ${String(eventsMax)}`;

/**
 * The first events of some types in a world between two of its times, the oldest first. The streams are those of one type that
 * the TPP initiated. No index serves it: it is for a sandbox only.
 */
export async function worldEvents<Data, State>(
  { pool }: Pick<Database, 'pool'>,
  { stream, types }: { readonly stream: string; readonly types: readonly string[] },
  { tpp, generation, from, to }: WorldStretch,
): Promise<readonly WorldEventRow<Data, State>[]> {
  const { rows } = await pool.query<WorldEventRow<Data, State>>({
    name: 'console.world-events',
    text: eventsSql,
    values: [stream, generation, types, from, to, tpp],
  });
  return rows;
}
