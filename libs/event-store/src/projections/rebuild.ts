import type { PoolClient } from 'pg';
import { archiveFor, fileBehind, streamsIn } from '../archive/event-archive.js';
import type { Database } from '../sql/database.js';
import { inTransaction } from '../sql/in-transaction.js';
import { evolveAny, keptAny, upcast } from '@nordgate/decider';
import type { StreamState } from '../write/root.js';
import type { StoredEvent } from '../write/stored-event.js';
import { partStateVersion } from '../write/stream-types.js';
import type { AnyStreamType } from '@nordgate/decider';

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
}

const pageOfStreams = `
select stream_id from es.stream
 where stream_type = $1 and stream_id > $2 and archive is null order by stream_id limit $3`;

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
 * Folds every stream of a type again and compares the result with its view, page by page, while
 * appends continue, and then the streams of the archive, file by file. Each page is read under one snapshot. Throws for an event
 * that this release cannot read, as `EventArchive.file`, ArchiveAbsentError, and errors of the driver.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { database, streamType, mode } = options;
  const drifted: string[] = [];
  let streams = 0;
  let rewritten = 0;
  for await (const page of foldedPages(options)) {
    streams += page.states.size;
    drifted.push(...page.drifted);
    if (mode === 'rewrite' && page.drifted.length > 0) {
      const repaired = new Map([...page.states].filter(([id]) => page.drifted.includes(id)));
      const values = [...viewColumns(repaired), streamType.stateVersion];
      rewritten += (await database.pool.query(rewriteViews, values)).rowCount ?? 0;
    }
  }
  return { streams, drifted, rewritten };
}

async function* foldedPages(options: RebuildOptions): AsyncGenerator<FoldedPage> {
  const { database, streamType, pageSize = 500 } = options;
  for (let after: string | undefined = ''; after !== undefined;) {
    const values: unknown[] = [streamType.name, after, pageSize];
    const page: FoldedPage = await foldPage(options, { text: pageOfStreams, values });
    after = page.last;
    if (after !== undefined) yield page;
  }
  for (let number = 0; ;) {
    const file = await fileBehind(database.pool, number, [streamType.name]);
    if (file === undefined) return;
    const archive = archiveFor(database.archive, `a part of the ${streamType.name} streams`);
    const whole = await streamsIn(database.pool, archive, file);
    const events = whole.flatMap((stream) => stream.events);
    const values = [whole.map(({ streamId }) => streamId), file.number];
    yield await foldPage(options, { text: archivedStreams, values }, foldAll(streamType, events));
    number = file.number;
  }
}

interface FoldedPage {
  readonly last: string | undefined;
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
    if (ids.length === 0) return { last: undefined, states: new Map(), drifted: [] };
    const { rows } = await client.query<FoldRow>(eventsOfStreams, [ids]);
    const before = new Map([...archived].filter(([id]) => ids.includes(id)));
    const states = foldAll(streamType, rows.map(eventOf), before);
    const values = [
      ...viewColumns(states),
      streamType.stateVersion,
      keptColumn(streamType, states),
    ];
    const differing = await client.query<{ id: string }>(differingViews, values);
    return { last: ids.at(-1), states, drifted: differing.rows.map(({ id }) => id) };
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
