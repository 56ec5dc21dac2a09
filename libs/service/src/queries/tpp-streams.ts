import type { ShownEvent } from '@nordgate/contracts/queries';
import { generationSql } from '@nordgate/contracts/rules';
import type { EventStore } from '@nordgate/event-store';
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
  select stream_id, state from es.view
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
  const { rows } = await store.database.pool.query<{ stream_id: string; state: unknown }>({
    name: 'console.streams-of-tpp',
    text: streamsSql,
    values: [type, tpp, generation],
  });
  return Promise.all(
    rows.map(async ({ stream_id: streamId, state }) => {
      const history = await store.history(streamId);
      return { streamId, state, events: history.map(shownEventOf) };
    }),
  );
}

type StoredEvent = Awaited<ReturnType<EventStore['history']>>[number];

function shownEventOf({ version, type, at, meta, data }: StoredEvent): ShownEvent {
  const traceId = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(meta.traceparent ?? '')?.[1] ?? null;
  return { version, type, at, traceId, data: JSON.stringify(redact(data)) };
}
