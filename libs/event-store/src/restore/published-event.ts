import { defined } from '@nordgate/decider';
import type { Pool, PoolClient } from 'pg';
import type { NewEvent } from '../write/append.js';

/** An event of this service as its topic or an export has it. */
export interface PublishedEvent {
  readonly id: string;
  readonly streamId: string;
  /** Position in the stream: 1, 2, 3 … without a gap. */
  readonly version: number;
  readonly type: string;
  /** The version of the form of `data`. Releases before 0.3.0 did not publish it, nor the command. */
  readonly schemaVersion?: number;
  readonly data: unknown;
  /** When it was appended, ISO 8601 in UTC. */
  readonly at: string;
  readonly commandId?: string;
  /** The actor of the command, and when the gateway accepted the request: a topic has neither. */
  readonly actor?: string;
  readonly requestedAt?: string;
  /** How many events the command caused, when they are in several streams. */
  readonly commandEvents?: number;
  /** How far the world of the command is ahead of the clocks, in milliseconds. */
  readonly aheadMs?: number;
  /** W3C trace context of the request. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** An event that can be written to a store again. */
export type ReadableEvent = PublishedEvent &
  Required<Pick<PublishedEvent, 'schemaVersion' | 'commandId'>>;

/** Whether an event has what a store needs: releases before 0.3.0 did not publish it. */
export const isReadable = (event: PublishedEvent): event is ReadableEvent =>
  event.schemaVersion !== undefined && event.commandId !== undefined;

/** A topic does not name who acted, and an export does. */
const restoredActor = 'restored';

/** An event in the form of an append. */
export function newEvent({ type, schemaVersion, data, ...event }: ReadableEvent): NewEvent {
  const { commandId, commandEvents, at, aheadMs, traceparent, tracestate } = event;
  const { actor = restoredActor, requestedAt = at } = event;
  const optional = defined({ commandEvents, aheadMs, traceparent, tracestate });
  return { type, schemaVersion, data, meta: { commandId, actor, requestedAt, ...optional } };
}

const storedIdsStatement = `
select e.stream_id, e.version, e.id
  from unnest($1::text[], $2::bigint[]) w (stream_id, version)
  join es.event e on e.stream_id = w.stream_id and e.version = w.version`;

/** The ids of the stored events at the places of these events, by `placeOf`. Errors of the driver pass through. */
export async function storedIds(
  pool: Pool,
  events: readonly PublishedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ stream_id: string; version: string; id: string }>(
    storedIdsStatement,
    [events.map(({ streamId }) => streamId), events.map(({ version }) => version)],
  );
  return new Map(
    rows.map(({ stream_id: streamId, version, id }) => [
      placeOf({ streamId, version: Number(version) }),
      id,
    ]),
  );
}

const archivedStatement = `
select stream_id from es.stream where stream_id = any ($1) and archive is not null`;

/** Which of these streams have events in the archive. Errors of the driver pass through. */
export async function archivedAmong(
  pool: Pool,
  streamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ stream_id: string }>(archivedStatement, [streamIds]);
  return new Set(rows.map(({ stream_id }) => stream_id));
}

/** The place of an event in the store, as the key of a map. */
export const placeOf = ({ streamId, version }: Pick<PublishedEvent, 'streamId' | 'version'>) =>
  `${streamId}@${String(version)}`;

/** `es.append_slice` gives each event a new id and the time of the append. */
const identityStatement = `
update es.event e set id = w.id, at = w.at
  from unnest($1::text[], $2::bigint[], $3::uuid[], $4::timestamptz[]) w (stream_id, version, id, at)
 where e.stream_id = w.stream_id and e.version = w.version`;

const inboxStatement = `
insert into es.inbox (consumer, message_id, stream_id)
  select $1, es.inbox_key(w.message_id), w.stream_id
    from unnest($2::text[], $3::text[]) w (message_id, stream_id)
   order by 2
on conflict do nothing`;

/**
 * Gives events that were appended in this transaction the ids and times of the topic, and notes their commands as handled.
 * Errors of the driver pass through.
 *
 * @param consumer the inbox of the service's commands
 */
export async function writeIdentities(
  client: PoolClient,
  consumer: string,
  events: readonly ReadableEvent[],
): Promise<void> {
  const streams = events.map(({ streamId }) => streamId);
  await client.query(identityStatement, [
    streams,
    events.map(({ version }) => version),
    events.map(({ id }) => id),
    events.map(({ at }) => at),
  ]);
  await client.query(inboxStatement, [consumer, events.map((event) => event.commandId), streams]);
}
