import type { Pool } from 'pg';
import type { Database } from '../sql/database.js';
import { inTransaction } from '../sql/in-transaction.js';
import { evolveAny, upcast } from '@nordgate/decider';
import type { StreamState } from '../write/root.js';
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
  readonly database: Pick<Database, 'pool'>;
  readonly streamType: AnyStreamType;
  /** `compare` only reports; `rewrite` also replaces views that differ by the fold. */
  readonly mode: 'compare' | 'rewrite';
  /** Streams per page. Default 500. */
  readonly pageSize?: number;
}

const pageOfStreams = `
select stream_id from es.stream
 where stream_type = $1 and stream_id > $2 order by stream_id limit $3`;

const eventsOfStreams = `
select stream_id, version, type, schema_version, data from es.event
 where stream_id = any ($1) order by stream_id, version`;

const differingViews = `
select w.id from unnest($1::text[], $2::bigint[], $3::text[]) w (id, version, state)
  join es.stream s on s.stream_id = w.id
 where s.version <> w.version or s.state_version <> $4::integer or s.state <> w.state::jsonb`;

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
 * appends continue. Each page is read under one snapshot. Throws for an event that this release cannot
 * read, and errors of the driver.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { database, streamType, mode, pageSize = 500 } = options;
  const drifted: string[] = [];
  let streams = 0;
  let rewritten = 0;
  for (let after = ''; ;) {
    const page = await foldPage(database.pool, streamType, after, pageSize);
    if (page.last === undefined) return { streams, drifted, rewritten };
    streams += page.states.size;
    drifted.push(...page.drifted);
    if (mode === 'rewrite' && page.drifted.length > 0) {
      const repaired = new Map([...page.states].filter(([id]) => page.drifted.includes(id)));
      const values = [...viewColumns(repaired), streamType.stateVersion];
      rewritten += (await database.pool.query(rewriteViews, values)).rowCount ?? 0;
    }
    after = page.last;
  }
}

interface FoldedPage {
  readonly last: string | undefined;
  readonly states: ReadonlyMap<string, StreamState>;
  readonly drifted: readonly string[];
}

async function foldPage(
  pool: Pool,
  streamType: AnyStreamType,
  after: string,
  pageSize: number,
): Promise<FoldedPage> {
  const readOnly = 'begin isolation level repeatable read read only';
  return inTransaction(
    pool,
    async (client) => {
      await client.query(preferIndexes);
      const found = await client.query<{ stream_id: string }>(pageOfStreams, [
        streamType.name,
        after,
        pageSize,
      ]);
      const ids = found.rows.map(({ stream_id }) => stream_id);
      if (ids.length === 0) return { last: undefined, states: new Map(), drifted: [] };
      const events = await client.query<FoldRow>(eventsOfStreams, [ids]);
      const states = foldAll(streamType, events.rows);
      const values = [...viewColumns(states), streamType.stateVersion];
      const differing = await client.query<{ id: string }>(differingViews, values);
      return { last: ids.at(-1), states, drifted: differing.rows.map(({ id }) => id) };
    },
    readOnly,
  );
}

function foldAll(streamType: AnyStreamType, rows: readonly FoldRow[]): Map<string, StreamState> {
  const states = new Map<string, StreamState>();
  for (const row of rows) {
    const before = states.get(row.stream_id)?.state ?? streamType.initial;
    const stored = { type: row.type, schemaVersion: row.schema_version, data: row.data };
    const state = evolveAny(streamType, before, upcast(streamType, stored));
    states.set(row.stream_id, { state, version: Number(row.version) });
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
