import { Injectable } from '@nestjs/common';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { Collector, EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { authorisationStream } from './authorisation.js';
import type { Authorisation } from './authorisation.js';
import { touchOf } from './touch-authorisation.js';
import { stateWithRow } from './untouched-authorisation.js';
import type { Untouched } from './untouched-authorisation.js';

/** SQL: the stream of what an untouched authorisation `u` is for. */
export const resourceStreamSql = `
  (u.resource ->> 'kind' || '-' || coalesce(u.resource ->> 'paymentId', u.resource ->> 'basketId'))`;

/** Both tables are read by their primary keys. */
const untouchedAmong = {
  name: 'sca.untouched-among',
  text: `
    select u.authorisation_id as "id", u.resource, u.initiator, u.token_hash as "tokenHash",
           u.expires_at as "expiresAt", u.at, u.ahead_ms as "aheadMs", u.traceparent, u.tracestate,
           ended.at as "endedAt"
      from untouched_authorisation u
      left join ended_resource ended on ended.stream_id = ${resourceStreamSql}
     where u.authorisation_id = any($1)`,
};

interface Row extends Pick<Untouched, 'id' | 'resource' | 'initiator' | 'tokenHash'> {
  readonly expiresAt: Date;
  readonly at: Date;
  readonly aheadMs: number | null;
  readonly traceparent: string | null;
  readonly tracestate: string | null;
  readonly endedAt: Date | null;
}

/** An untouched authorisation, and when its payment or basket ended, ISO 8601 in the time of its world. */
interface FoundRow {
  readonly untouched: Untouched;
  readonly endedAt: string | undefined;
}

/** The rows of untouched authorisations with these ids. */
async function rowsAmong(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundRow>> {
  const { rows } = await pool.query<Row>({ ...untouchedAmong, values: [ids] });
  return new Map(rows.map((row) => [row.id, foundRow(row)]));
}

function foundRow({ expiresAt, at, endedAt, ...row }: Row): FoundRow {
  const { id, resource, initiator, tokenHash, aheadMs, traceparent, tracestate } = row;
  const link = { id, resource, initiator, tokenHash, expiresAt: expiresAt.toISOString() };
  const cause = {
    at: at.toISOString(),
    ...defined({
      aheadMs: aheadMs ?? undefined,
      traceparent: traceparent ?? undefined,
      tracestate: tracestate ?? undefined,
    }),
  };
  return { untouched: { ...link, cause }, endedAt: endedAt?.toISOString() };
}

/** Authorisations by their streams and by the rows of those that nobody has touched. */
@Injectable()
export class AuthorisationStates {
  /** Those of one event-loop turn share a statement. */
  private readonly questions = new Collector(async (ids: readonly string[]) => {
    const rows = await rowsAmong(this.store.database, ids);
    return ids.map((id) => rows.get(id));
  });

  constructor(private readonly store: EventStore) {}

  /** The state of an authorisation; `none` for an unknown one. Throws for a stream that this release cannot read. */
  async of(id: string): Promise<Authorisation> {
    const stored = await this.stored(id);
    if (stored.is !== 'none' && stored.is !== 'void') return stored;
    const found = await this.questions.ask(id);
    // The touch that has deleted the row meanwhile has opened the stream.
    if (found === undefined) return this.stored(id);
    return stateWithRow(stored, found.untouched, found.endedAt);
  }

  /** Those of these ids that nobody has touched. */
  async untouchedAmong(ids: readonly string[]): Promise<readonly Untouched[]> {
    const found = await Promise.all(ids.map((id) => this.questions.ask(id)));
    return found.flatMap((row) => row?.untouched ?? []);
  }

  private async stored(id: string): Promise<Authorisation> {
    return (await this.store.state(authorisationStream, streams.authorisation.id(id))).state;
  }
}

/**
 * The commands that have to be decided before the first one on a stream: the touch of an untouched authorisation, nothing for any
 * other stream.
 */
export async function touchesBefore(
  database: Pick<Database, 'pool'>,
  stream: string,
): Promise<readonly Command[]> {
  if (!streams.authorisation.has(stream)) return [];
  const rows = await rowsAmong(database, [streams.authorisation.idOf(stream)]);
  return [...rows.values()].map(({ untouched }) => touchOf(untouched));
}

/** One page of a sweep. */
const pageMax = 500;

/** Rows are as old as the events that made them. The whole table is read by its primary key, as streams are. */
const deletePage = {
  name: 'sca.delete-untouched',
  text: `
with page as materialized (
  select authorisation_id, at from untouched_authorisation
   where authorisation_id > $1 order by authorisation_id limit ${String(pageMax)}),
gone as (
  delete from untouched_authorisation u
   where u.authorisation_id in (
     select page.authorisation_id from page
      where page.at <= clock_timestamp() - make_interval(months => $2))
  returning 1)
select page.authorisation_id as "last", (select count(*) from gone)::int as deleted
  from page order by page.authorisation_id desc limit 1`,
};

/**
 * Deletes untouched authorisations that are older than so many months. Their links ended long before. Ends early when the
 * signal aborts. Throws errors of the driver.
 *
 * @returns how many were deleted
 */
export async function deleteOldUntouched(
  { pool }: Pick<Database, 'pool'>,
  months: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
    const page: { rows: { last: string; deleted: number }[] } = await pool.query({
      ...deletePage,
      values: [after, months],
    });
    deleted += page.rows[0]?.deleted ?? 0;
    after = page.rows[0]?.last;
  }
  return deleted;
}
