import { CheckpointHold } from './checkpoint.js';
import type { Checkpoint, Queryable } from './checkpoint.js';
import type { Database } from '../sql/database.js';
import { toStoredText, upcastStored } from './stored-event.js';
import type { EventTextRow, StoredEvent } from './stored-event.js';
import type { AnyStreamType } from '@nordgate/decider';
import { StreamTypes } from '../write/stream-types.js';

/** Which events to read, and as whom. */
export interface ReaderOptions {
  readonly database: Pick<Database, 'appended'> & { readonly pool: Queryable };
  /** The name of the checkpoint: one per consumer group. */
  readonly name: string;
  /** With them events are delivered in today's form; without, as they are stored. */
  readonly types?: readonly AnyStreamType[];
  /** Only events of these types; the others are passed over where they lie. Default all. */
  readonly eventTypes?: readonly string[];
  /** Where a checkpoint that does not exist yet starts. Default `start`. */
  readonly from?: 'start' | 'now';
}

/** Some events in order, and how to say that they have been dealt with. */
export interface Page {
  readonly events: readonly StoredEvent[];
  /**
   * Advances the checkpoint, in the caller's transaction when a client is given: open the reader again
   * when that transaction fails. Throws StaleReaderError when another reader took over.
   */
  readonly done: (client?: Queryable) => Promise<void>;
}

/** Reads all events of a database, each at least once, those of a stream in order. */
export interface Reader {
  readonly name: string;
  /** Calls the listener after appends of this process that this reader may want to read. */
  readonly onAppend: (listener: () => void) => () => void;
  /** The next page; the same one again until it is `done`. Empty when there is nothing new. */
  readonly read: (limit: number) => Promise<Page>;
}

/** The transaction id is read as text under another name: sorting must happen on the number. */
const readWindow = {
  name: 'es.read_window',
  text: `
select w.cur::text as cur, e.tx::text as tx, e.position, e.id, e.stream_id, e.version, e.type,
       e.schema_version, e.at, e.data::text as json, e.meta
  from (select coalesce($2::pg_snapshot, pg_current_snapshot()) as cur) w
  left join lateral es.read_window($1::pg_snapshot, w.cur, $3::xid8, $4, $5, $6) e on true
 order by e.tx, e.position`,
};

type WindowRow = { cur: string } & (EventTextRow | { id: null });

/**
 * Opens a reader on a checkpoint and shuts out its former holder. It reads window by window: a
 * window is what became visible between two snapshots, so a transaction is in exactly one of them
 * however late it commits, and transactions elsewhere in the cluster delay nothing.
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const { database, name, eventTypes = null, from = 'start' } = options;
  const hold = await CheckpointHold.open(database.pool, name, from);
  const types = options.types && new StreamTypes(options.types);
  const today = (event: StoredEvent): StoredEvent =>
    types ? upcastStored(types.of(event.streamId), event) : event;
  return {
    name,
    onAppend: (listener) => database.appended.onAppend(listener, options.eventTypes),
    read: (limit) => readPage(database.pool, hold, { limit, eventTypes, today }),
  };
}

interface PageRequest {
  readonly limit: number;
  readonly eventTypes: readonly string[] | null;
  readonly today: (event: StoredEvent) => StoredEvent;
}

async function readPage(
  pool: Queryable,
  hold: CheckpointHold,
  { limit, eventTypes, today }: PageRequest,
): Promise<Page> {
  const at = hold.current;
  const values = [at.prev, at.cur, String(at.tx), String(at.position), limit, eventTypes];
  const { rows } = await pool.query<WindowRow>({ ...readWindow, values });
  const cur = rows[0]?.cur ?? at.prev;
  const events = rows.flatMap((row) =>
    row.id === null ? [] : [toStoredText(row as EventTextRow)],
  );
  const last = events.at(-1);
  const closed: Checkpoint = { prev: cur, cur: null, tx: 0n, position: 0n };
  if (!last) {
    // An empty rest of a pinned window is closed on record, an empty new one mostly in memory only.
    if (at.cur === null) await hold.skipTo(cur);
    else await hold.save(closed);
    return { events: [], done: () => Promise.resolve() };
  }
  // A window of several pages is pinned before anybody sees it: its pages are one order. The only
  // page of a window needs no pin, for after a crash it comes again at the head of a wider one.
  if (at.cur === null && events.length === limit) await hold.save({ ...at, cur });
  const next =
    events.length < limit ? closed : { ...at, cur, tx: last.tx, position: last.position };
  return { events: events.map(today), done: (client) => hold.save(next, client) };
}
