import type { AnyStreamType } from '@nordgate/decider';
import { evolveAny, formsOf, upcast } from '@nordgate/decider';

/** Stored with every event besides its data. */
export interface EventMeta {
  /** Id of the command that caused it. */
  readonly commandId: string;
  /** How many events the command caused, when they are in several streams. */
  readonly commandEvents?: number;
  /** The actor of the command. */
  readonly actor: string;
  /** When the gateway accepted the request, ISO 8601 with offset. */
  readonly requestedAt: string;
  /** How far the world of the command is ahead of the clocks, in milliseconds. */
  readonly aheadMs?: number;
  /** W3C trace context of the request. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** An event as the store holds it. */
export interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  /** Position in the stream: 1, 2, 3 … without a gap. */
  readonly version: number;
  readonly type: string;
  /** The version of the form of `data`. */
  readonly schemaVersion: number;
  readonly data: unknown;
  /** `data` as the stored text, where a reader delivers it: it saves a JSON round trip. */
  readonly json?: string | undefined;
  readonly meta: EventMeta;
  /** When it was appended by the clock of the database, ISO 8601 in UTC. */
  readonly at: string;
  /** Transaction id. (tx, position) is a total order in which the versions of a stream rise. */
  readonly tx: bigint;
  readonly position: bigint;
}

/** A row of es.event as the driver delivers it: 64-bit numbers as text. */
export interface EventRow {
  readonly id: string;
  readonly stream_id: string;
  readonly version: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
  readonly meta: EventMeta;
  readonly at: Date;
  readonly tx: string;
  readonly position: string;
}

/** Reads a row of es.event. */
export function toStoredEvent(row: EventRow): StoredEvent {
  return {
    id: row.id,
    streamId: row.stream_id,
    version: Number(row.version),
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data,
    meta: row.meta,
    at: row.at.toISOString(),
    tx: BigInt(row.tx),
    position: BigInt(row.position),
  };
}

/**
 * A stored event in the form of this release; an event of that form is returned as it is. Throws for a
 * type or version that this release does not know.
 */
export function upcastStored<Event extends StoredForm>(
  streamType: AnyStreamType,
  stored: Event,
): Event {
  const { version: schemaVersion } = formsOf(streamType, stored);
  if (stored.schemaVersion === schemaVersion) return stored;
  return { ...stored, schemaVersion, data: upcast(streamType, stored).data, json: undefined };
}

/** What an upcast needs of an event. */
type StoredForm = Pick<StoredEvent, 'type' | 'schemaVersion' | 'data'>;

/** The state of a stream after its events, oldest first, as they are stored. Throws for an event that this release cannot read. */
export function stateAfter(streamType: AnyStreamType, events: readonly StoredForm[]): unknown {
  return events.reduce(
    (before, event) => evolveAny(streamType, before, upcast(streamType, event)),
    streamType.initial,
  );
}
