import { CheckpointHold } from './checkpoint.js';
import type { Checkpoint, Queryable } from './checkpoint.js';
import type { Database } from '../sql/database.js';
import { toStoredText } from '../write/stored-text.js';
import type { EventTextRow } from '../write/stored-text.js';
import { upcastStored } from '../write/stored-event.js';
import type { StoredEvent } from '../write/stored-event.js';
import type { AnyStreamType } from '@nordgate/decider';
import { StreamTypes } from '../write/stream-types.js';

/** Which events to read, and under which checkpoint. */
export interface ReaderOptions {
  readonly database: Pick<Database, 'appended'> & { readonly pool: Queryable };
  /** The name of the checkpoint: one per consumer group. */
  readonly name: string;
  /** With types, events are delivered in the form of this release; without, as they are stored. */
  readonly types?: readonly AnyStreamType[];
  /** Only events of these types; the database skips the others. Default all. */
  readonly eventTypes?: readonly string[];
  /** Where a checkpoint that does not exist yet starts. Default `start`. */
  readonly from?: 'start' | 'now';
}

/** Some events in order, and how to confirm that they were handled. */
export interface Page {
  readonly events: readonly StoredEvent[];
  /** More events of the same window may follow: read on at once. */
  readonly isFull: boolean;
  /**
   * Advances the checkpoint, in the caller's transaction when a client is given: open the reader again
   * when that transaction fails. Rejects with StaleReaderError when another reader has opened it.
   */
  readonly done: (client?: Queryable) => Promise<void>;
}

/** Reads all events of a database, each at least once, those of a stream in order. */
export interface Reader {
  readonly name: string;
  /** Calls the listener after appends of this process with events of this reader; returns its removal. */
  readonly onAppend: (listener: () => void) => () => void;
  /**
   * The next page of at most `limit` events, and of at most 8 MiB of their data unless one event alone has
   * more; the same page until it is `done`; empty when no event is new.
   */
  readonly read: (limit: number) => Promise<Page>;
}

/**
 * Most bytes of the data of one page. Every consumer of a process holds a page, and 500 events of the largest
 * size would be a gigabyte.
 */
export const pageBytesMax = 8 * 1024 * 1024;

/** `order by e.tx` sorts numbers; `tx` alone would be the text of the select list. */
const readWindow = {
  name: 'es.read_page',
  text: `
select w.cur::text as cur, e.tx::text as tx, e.position, e.id, e.stream_id, e.version, e.type,
       e.schema_version, e.at, e.data::text as json, e.meta
  from (select coalesce($2::pg_snapshot, pg_current_snapshot()) as cur) w
  left join lateral es.stored_page($1::pg_snapshot, w.cur, $3::xid8, $4, $5, $6, $7) e on true
 order by e.tx, e.position`,
};

/** Without an id the window has no event, or the row follows the events of a page that was cut. */
type WindowRow = { cur: string } & (EventTextRow | { id: null });

/**
 * Opens a reader on a checkpoint; the former reader of that checkpoint becomes stale. The reader reads
 * window by window. A window holds the transactions that became visible between two snapshots. So each
 * transaction is in exactly one window, however late it commits, and transactions elsewhere in the
 * cluster delay nothing.
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const { database, name, eventTypes = null, from = 'start' } = options;
  const hold = await CheckpointHold.open(database.pool, name, from);
  const types = options.types && new StreamTypes(options.types);
  const currentForm = (event: StoredEvent): StoredEvent =>
    types ? upcastStored(types.of(event.streamId), event) : event;
  return {
    name,
    onAppend: (listener) => database.appended.onAppend(listener, options.eventTypes),
    read: (limit) => readPage(database.pool, hold, { limit, eventTypes, currentForm }),
  };
}

interface PageRequest {
  readonly limit: number;
  readonly eventTypes: readonly string[] | null;
  readonly currentForm: (event: StoredEvent) => StoredEvent;
}

async function readPage(
  pool: Queryable,
  hold: CheckpointHold,
  { limit, eventTypes, currentForm }: PageRequest,
): Promise<Page> {
  const at = hold.current;
  const place = [at.prev, at.cur, String(at.tx), String(at.position)];
  const values = [...place, limit, eventTypes, pageBytesMax];
  const { rows } = await pool.query<WindowRow>({ ...readWindow, values });
  const cur = rows[0]?.cur ?? at.prev;
  const events = rows.flatMap((row) =>
    row.id === null ? [] : [toStoredText(row as EventTextRow)],
  );
  const last = events.at(-1);
  const closed: Checkpoint = { prev: cur, cur: null, tx: 0n, position: 0n };
  if (!last) {
    // The empty end of a pinned window is saved; an empty new window mostly moves in memory only.
    if (at.cur === null) await hold.skipTo(cur);
    else await hold.save(closed);
    return { events: [], isFull: false, done: () => Promise.resolve() };
  }
  // A window of several pages is pinned before its first page is delivered, because its pages share one
  // order. A window of one page needs no pin: after a crash its events come first in a wider window.
  const isCut = rows.length > events.length;
  const isFull = events.length === limit || isCut;
  if (at.cur === null && isFull) await hold.save({ ...at, cur });
  const next = isFull ? { ...at, cur, tx: last.tx, position: last.position } : closed;
  return { events: events.map(currentForm), isFull, done: (client) => hold.save(next, client) };
}
