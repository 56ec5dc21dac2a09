import { archiveFor, fileBehind } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { generationOf, inGeneration, withoutGeneration } from '@nordgate/contracts/rules';
import type { DomainEvent } from '@nordgate/decider';
import { accountKeySql, idsOf, likeOf } from './subject-keys.js';
import type { SubjectKeys } from './subject-keys.js';
import type { SubjectRules } from './subject-rules.js';

/** A place in the order of all events of a database, and then of the files of the archive (`placeBehind`). */
export interface EventPlace {
  readonly tx: string;
  readonly position: string;
}

/** An event that names the customer. */
export interface NamingEvent extends EventPlace {
  readonly stream: string;
  readonly version: number;
  readonly event: DomainEvent;
}

/** So many events one statement looks at: no index leads to a customer, and a statement has five seconds. */
const windowMax = 10_000;

/** The events of one window that name the customer, and where the window ends; undefined behind the last event. */
export interface NamingWindow {
  readonly events: readonly NamingEvent[];
  readonly end: EventPlace | undefined;
}

type Searched = Pick<Database, 'pool' | 'archive'>;

/**
 * Reads the events behind a place that name a customer: those of the database first, because a stream may be archived meanwhile, and
 * then those of the archive, a file a window. Throws as `EventArchive.file`, ArchiveAbsentError, and errors of the driver.
 */
export async function namingWindow(
  database: Searched,
  rules: SubjectRules,
  keys: SubjectKeys,
  after: EventPlace,
): Promise<NamingWindow> {
  const number = fileNumberOf(after);
  if (number !== undefined) return fileWindow(database, rules, keys, number);
  const window = await tableWindow(database, rules, keys, after);
  const isLast = window.end === undefined;
  if (!isLast || (await fileBehind(database.pool, 0)) === undefined) return window;
  return { ...window, end: placeBehind(0) };
}

/** No transaction has the number 0, and 0.0 is the place before all events: 0.1 is before the first file, 0.2 behind file 1. */
const placeBehind = (number: number): EventPlace => ({ tx: '0', position: String(number + 1) });

const fileNumberOf = ({ tx, position }: EventPlace): number | undefined =>
  tx === '0' && position !== '0' ? Number(position) - 1 : undefined;

async function fileWindow(
  { pool, archive }: Searched,
  rules: SubjectRules,
  keys: SubjectKeys,
  number: number,
): Promise<NamingWindow> {
  const noted = await fileBehind(pool, number);
  if (noted === undefined) return { events: [], end: undefined };
  const file = await archiveFor(archive, 'a part of the events').file(noted);
  const all = file.streamIds.flatMap((id) => file.stream(id).events);
  const rows = all.map(({ streamId, version, type, tx, position, data }) => {
    const place = { tx: String(tx), position: String(position) };
    return { stream_id: streamId, version, type, ...place, data };
  });
  const found = await search(pool, { rules, keys }, fileRows, [JSON.stringify(rows), noted.number]);
  return { events: found.events, end: placeBehind(noted.number) };
}

function tableWindow(
  { pool }: Searched,
  rules: SubjectRules,
  keys: SubjectKeys,
  after: EventPlace,
): Promise<NamingWindow> {
  return search(pool, { rules, keys }, tableRows, [after.tx, after.position]);
}

/** $1 and $2: the place before the window. */
const tableRows = `
  select stream_id, version, type, tx, position, data from es.event
   where (tx, position) > ($1::xid8, $2::bigint) order by tx, position limit ${String(windowMax)}`;

/** $1: the events of a file as JSON; $2: its number. A file may have streams that are not archived in it. */
const fileRows = `
  select e.stream_id, e.version, e.type, e.tx, e.position, e.data
    from json_to_recordset($1)
         e (stream_id text, version bigint, type text, tx xid8, position bigint, data json)
    join es.stream s on s.stream_id = e.stream_id and s.archive = $2`;

/** @param source SQL of the events that are searched, with its two parameters */
async function search(
  pool: Searched['pool'],
  { rules, keys }: { readonly rules: SubjectRules; readonly keys: SubjectKeys },
  source: string,
  given: readonly unknown[],
): Promise<NamingWindow> {
  const { accountPaths = [] } = rules;
  const accounts = accountPaths.map(
    (path) => `or ${accountKeySql('$5', `w.data #>> '${path}'`)} = any ($6)`,
  );
  const patterns = [textPatterns(keys), streamPatterns(rules, keys)];
  const searched = [...given, ...patterns];
  const { rows } = await pool.query<WindowRow>({
    text: `
with w as materialized (${source})
(select w.stream_id as stream, w.version::int as version, w.type, w.tx::text, w.position::text, w.data
   from w
  where w.data::text like any ($3) or w.stream_id like any ($4)
        ${accounts.join('\n')}
  order by w.tx, w.position)
union all
(select null, null, null, tx::text, position::text, null from w order by w.tx desc, w.position desc limit 1)`,
    values: accounts.length > 0 ? [...searched, keys.customerId, [...keys.accounts]] : searched,
  });
  const { tx, position } = rows.at(-1) ?? {};
  const end = tx === undefined || position === undefined ? undefined : { tx, position };
  return { events: rows.slice(0, -1).map(eventOf), end };
}

interface WindowRow extends EventPlace {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly data: unknown;
}

function eventOf({ type, data, ...row }: WindowRow): NamingEvent {
  return { ...row, event: { type, data } };
}

/** Patterns of texts of JSON in which an id of the customer, or an account's stream, is a whole string. */
export function textPatterns(keys: SubjectKeys): readonly string[] {
  const streams = [...keys.ids].flatMap((id) => [`account-${id}`, `card-account-${id}`]);
  return [...idsOf(keys), ...streams].map((text) => `%"${likeOf(text)}"%`);
}

function streamPatterns({ streamsOf }: SubjectRules, { customerId, ids }: SubjectKeys): string[] {
  const generation = generationOf(customerId);
  const bare = likeOf(withoutGeneration(customerId));
  const own = streamsOf?.({ bare, suffix: inGeneration('', generation) }) ?? [];
  const accounts = [...ids].flatMap((id) => [`account-${id}`, `card-account-${id}`]).map(likeOf);
  return [...own, ...accounts];
}
