import type { AnyStreamType } from '@nordgate/decider';
import { formsOf, upcast } from '@nordgate/decider';

/** What is kept with every event besides its data. */
export interface EventMeta {
  /** Id of the command that caused it. */
  readonly commandId: string;
  /** Who asked, as in the command. */
  readonly actor: string;
  /** When the request was accepted at the edge. */
  readonly requestedAt: string;
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** An event as the store holds it. */
export interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  /** 1, 2, 3 … within the stream, without a gap. */
  readonly version: number;
  readonly type: string;
  /** Version of the form of `data`. */
  readonly schemaVersion: number;
  readonly data: unknown;
  /** `data` as the text in which it lies in the store, where somebody may want it as that. */
  readonly json?: string | undefined;
  readonly meta: EventMeta;
  /** When it was appended, by the database's clock; ISO 8601 in UTC. */
  readonly at: string;
  /** With `position` a total order in which versions of a stream rise. */
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

/** A row of es.event whose data are read as text. */
export type EventTextRow = Omit<EventRow, 'data'> & { readonly json: string };

/** Reads such a row. Its data are parsed when they are asked for: who hands them on takes the text. */
export function toStoredText({ json, ...row }: EventTextRow): StoredEvent {
  let parsed: { readonly data: unknown } | undefined;
  const event = { ...toStoredEvent({ ...row, data: undefined }), json };
  return Object.defineProperty(event, 'data', {
    enumerable: true,
    get: () => (parsed ??= { data: JSON.parse(json) as unknown }).data,
  });
}

/** The same for a stored event as a whole; one of today's form stays as it is. */
export function upcastStored(streamType: AnyStreamType, stored: StoredEvent): StoredEvent {
  const { version: schemaVersion } = formsOf(streamType, stored);
  if (stored.schemaVersion === schemaVersion) return stored;
  return { ...stored, schemaVersion, data: upcast(streamType, stored).data, json: undefined };
}
