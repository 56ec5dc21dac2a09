import type { Database } from '@nordgate/event-store';
import { generationOf, inGeneration, withoutGeneration } from '@nordgate/contracts/rules';
import type { DomainEvent } from '@nordgate/decider';
import { accountKeySql, idsOf, likeOf } from './subject-keys.js';
import type { SubjectKeys } from './subject-keys.js';
import type { SubjectRules } from './subject-rules.js';

/** A place in the order of all events of a database. */
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

/** Reads the events behind a place that name a customer. Throws errors of the driver. */
export async function namingWindow(
  { pool }: Pick<Database, 'pool'>,
  rules: SubjectRules,
  keys: SubjectKeys,
  after: EventPlace,
): Promise<NamingWindow> {
  const { accountPaths = [] } = rules;
  const accounts = accountPaths.map(
    (path) => `or ${accountKeySql('$5', `w.data #>> '${path}'`)} = any ($6)`,
  );
  const patterns = [textPatterns(keys), streamPatterns(rules, keys)];
  const searched = [after.tx, after.position, ...patterns];
  const { rows } = await pool.query<WindowRow>({
    text: `
with w as materialized (
  select stream_id, version, type, tx, position, data from es.event
   where (tx, position) > ($1::xid8, $2::bigint) order by tx, position limit ${String(windowMax)})
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
