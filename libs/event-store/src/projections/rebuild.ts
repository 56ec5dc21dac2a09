import type { PoolClient } from 'pg';
import { archiveFor, fileBehind, streamsIn } from '../archive/event-archive.js';
import type { Database } from '../sql/database.js';
import { inTransaction } from '../sql/in-transaction.js';
import { evolveAny, keptAny, upcast } from '@nordgate/decider';
import type { StreamState } from '../write/root.js';
import type { StoredEvent } from '../write/stored-event.js';
import { partStateVersion } from '../write/stream-types.js';
import type { AnyStreamType } from '@nordgate/decider';
import { eachOfRanges, readersDefault, readersOf, sampleStreams } from './stream-ranges.js';
import type { SampleSize } from './stream-ranges.js';

/** The result of a rebuild. */
export interface RebuildReport {
  readonly streams: number;
  /** Streams whose view was not the fold of their events, or had an older form. */
  readonly drifted: readonly string[];
  /** How many of the drifted views were rewritten. */
  readonly rewritten: number;
}

/** What to rebuild and whether to repair. */
export interface RebuildOptions {
  readonly database: Pick<Database, 'pool' | 'archive'>;
  readonly streamType: AnyStreamType;
  /** `compare` only reports; `rewrite` also replaces views that differ by the fold. */
  readonly mode: 'compare' | 'rewrite';
  /** Streams per page. Default 500. */
  readonly pageSize?: number;
  /** Ranges of streams that are read at the same time, at most half of the pool. Default 4. */
  readonly readers?: number;
  readonly sample?: SampleSize;
  /** Called after each page with the number of folded streams, and about how many there are. */
  readonly onProgress?: (streams: number, expected: number) => Promise<void>;
}

const pageOfStreams = `
select stream_id from es.stream
 where stream_type = $1 and stream_id > $2 and ($4::text is null or stream_id <= $4) and archive is null
 order by stream_id limit $3`;

const archivedStreams = `
select stream_id from es.stream where stream_id = any ($1) and archive = $2 order by stream_id`;

const eventsOfStreams = `
select stream_id, version, type, schema_version, data from es.event
 where stream_id = any ($1) order by stream_id, version`;

/** A view may keep a part of the state (`kept`), or the whole of it, as releases before did. */
const differingViews = `
select w.id from unnest($1::text[], $2::bigint[], $3::text[], $5::text[]) w (id, version, state, kept)
  join es.stream s on s.stream_id = w.id
 where s.version <> w.version
    or not (s.state_version = $4::integer and s.state = w.state::jsonb
            or s.state_version = ${String(partStateVersion)} and w.kept is not null and s.state = w.kept::jsonb)`;

/** A view that a newer append has written meanwhile stays as it is. */
const rewriteViews = `
update es.stream s set state_version = $4, state = w.state::jsonb, updated_at = now()
  from unnest($1::text[], $2::bigint[], $3::text[]) w (id, version, state)
 where s.stream_id = w.id and s.version = w.version`;

/** A page is a few hundred rows of a large table: an index scan is always cheaper than a full scan. */
const preferIndexes = `
set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`;

interface FoldRow {
  readonly stream_id: string;
  readonly version: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
}

/**
 * Folds every stream of a type again and compares the result with its view, page by page, several ranges of streams at the
 * same time, while appends continue, and then the streams of the archive, file by file. Each page is read under one snapshot.
 * Throws for an event that this release cannot read, as `EventArchive.file`, ArchiveAbsentError, and errors of the driver.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { database, streamType, mode, readers = readersDefault, onProgress } = options;
  const { pool } = database;
  const { pageSize = pageSizeDefault } = options;
  const drifted: string[] = [];
  let [streams, rewritten] = [0, 0];
  const rows = { table: 'es.stream', isRead: 'stream_type = $1', value: streamType.name } as const;
  const sample = { rangeRows: pageSize, ...options.sample };
  const { read: expected, bounds } = await sampleStreams(pool, rows, sample);
  let reporting = Promise.resolve();
  const take = async (page: FoldedPage) => {
    streams += page.states.size;
    drifted.push(...page.drifted);
    if (mode === 'rewrite' && page.drifted.length > 0) {
      const repaired = new Map([...page.states].filter(([id]) => page.drifted.includes(id)));
      const values = [...viewColumns(repaired), streamType.stateVersion];
      const { rowCount } = await pool.query(rewriteViews, values);
      rewritten += rowCount ?? 0;
    }
    reporting = reporting.then(() => onProgress?.(streams, expected));
    await reporting;
  };
  const ranges = ['', ...bounds].map((after, n) => ({ after, until: bounds[n] ?? null }));
  await eachOfRanges(ranges, readersOf(readers, pool), never, (range, ending) =>
    foldRange({ ...options, pageSize }, range, async (page) => {
      ending.throwIfAborted();
      await take(page);
    }),
  );
  await foldArchive(options, take);
  return { streams, drifted: drifted.sort(), rewritten };
}

const never = new AbortController().signal;
const pageSizeDefault = 500;

interface RangeOfStreams {
  readonly after: string;
  /** Null in the last range. */
  readonly until: string | null;
}

type TakePage = (page: FoldedPage) => Promise<void>;

async function foldRange(
  options: RebuildOptions & { readonly pageSize: number },
  range: RangeOfStreams,
  take: TakePage,
): Promise<void> {
  const { streamType, pageSize } = options;
  for (let { after } = range; ;) {
    const values: unknown[] = [streamType.name, after, pageSize, range.until];
    const page: FoldedPage = await foldPage(options, { text: pageOfStreams, values });
    if (page.last === undefined) return;
    await take(page);
    // The view of a stream that began after the page is new.
    if (page.found < pageSize) return;
    after = page.last;
  }
}

async function foldArchive(options: RebuildOptions, take: TakePage): Promise<void> {
  const { database, streamType } = options;
  for (let number = 0; ;) {
    const file = await fileBehind(database.pool, number, [streamType.name]);
    if (file === undefined) return;
    const archive = archiveFor(database.archive, `a part of the ${streamType.name} streams`);
    const whole = await streamsIn(database.pool, archive, file);
    const events = whole.flatMap((stream) => stream.events);
    const values = [whole.map(({ streamId }) => streamId), file.number];
    await take(
      await foldPage(options, { text: archivedStreams, values }, foldAll(streamType, events)),
    );
    number = file.number;
  }
}

interface FoldedPage {
  readonly last: string | undefined;
  /** Streams of the page. One whose events are elsewhere has no state. */
  readonly found: number;
  readonly states: ReadonlyMap<string, StreamState>;
  readonly drifted: readonly string[];
}

/** @param archived the states after the archived events of streams */
async function foldPage(
  { database: { pool }, streamType }: RebuildOptions,
  page: { readonly text: string; readonly values: unknown[] },
  archived: ReadonlyMap<string, StreamState> = new Map(),
): Promise<FoldedPage> {
  const readOnly = 'begin isolation level repeatable read read only';
  const fold = async (client: PoolClient) => {
    await client.query(preferIndexes);
    const found = await client.query<{ stream_id: string }>(page);
    const ids = found.rows.map(({ stream_id }) => stream_id);
    if (ids.length === 0) return { last: undefined, found: 0, states: new Map(), drifted: [] };
    const { rows } = await client.query<FoldRow>(eventsOfStreams, [ids]);
    const before = new Map([...archived].filter(([id]) => ids.includes(id)));
    const states = foldAll(streamType, rows.map(eventOf), before);
    const values = [
      ...viewColumns(states),
      streamType.stateVersion,
      keptColumn(streamType, states),
    ];
    const differing = await client.query<{ id: string }>(differingViews, values);
    const drifted = differing.rows.map(({ id }) => id);
    return { last: ids.at(-1), found: ids.length, states, drifted };
  };
  return inTransaction(pool, fold, readOnly);
}

type FoldEvent = Pick<StoredEvent, 'streamId' | 'version' | 'type' | 'schemaVersion' | 'data'>;

const eventOf = ({ stream_id, version, schema_version, ...row }: FoldRow): FoldEvent => ({
  ...row,
  streamId: stream_id,
  version: Number(version),
  schemaVersion: schema_version,
});

function foldAll(
  streamType: AnyStreamType,
  events: readonly FoldEvent[],
  before: ReadonlyMap<string, StreamState> = new Map(),
): Map<string, StreamState> {
  const states = new Map(before);
  for (const { streamId, version, ...stored } of events) {
    const known = states.get(streamId)?.state ?? streamType.initial;
    states.set(streamId, {
      state: evolveAny(streamType, known, upcast(streamType, stored)),
      version,
    });
  }
  return states;
}

function viewColumns(states: ReadonlyMap<string, StreamState>): unknown[] {
  const all = [...states];
  return [
    all.map(([id]) => id),
    all.map(([, { version }]) => version),
    all.map(([, { state }]) => JSON.stringify(state)),
  ];
}

function keptColumn(
  streamType: AnyStreamType,
  states: ReadonlyMap<string, StreamState>,
): readonly (string | null)[] {
  return [...states.values()].map(({ state }) => {
    const kept = keptAny(streamType, state);
    return kept === undefined ? null : JSON.stringify(kept);
  });
}
