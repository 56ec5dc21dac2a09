import type { Queryable } from './checkpoint.js';

/** A reader of the event table. */
export interface LaggingReader {
  /** The name of its checkpoint. */
  readonly name: string;
  /** The types that it reads. Default all. */
  readonly eventTypes?: readonly string[] | undefined;
}

/** What a reader has not handled. */
export interface ReaderLag {
  /** Events, counted up to `eventsMax`. */
  readonly events: number;
  /** Age of the oldest of them by the clock of the database; 0 when there is none. */
  readonly seconds: number;
}

/** A count of more events than this would cost as much as reading them. */
const eventsMax = 10_000;

/**
 * The rest of the open window, then everything that became visible after it (`snapshot-delta-reader.ts`). A
 * reader without a checkpoint has read nothing. $1: names, $3: the types of each as a JSON array, or null.
 */
const lagStatement = {
  name: 'es.reader_lags',
  text: `
select asked.place::integer as place, count(e.at)::integer as events,
       greatest(coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0), 0)::float8 as seconds
  from unnest($1::text[], $3::text[]) with ordinality asked (name, types, place)
 cross join lateral (
       select case when asked.types is not null
                   then array(select json_array_elements_text(asked.types::json)) end as types) wanted
  left join es.checkpoint c on c.name = asked.name
  left join lateral (
         select at from es.stored_window(
           coalesce(c.prev, '3:3:'::pg_snapshot), coalesce(c.cur, pg_current_snapshot()),
           coalesce(c.last_tx, '0'::xid8), coalesce(c.last_position, 0), $2, wanted.types)
         union all
         select at from es.stored_window(c.cur, pg_current_snapshot(), '0'::xid8, 0, $2, wanted.types)
          where c.cur is not null) e on true
 group by asked.place`,
};

const snapshotStatement = {
  name: 'es.current_snapshot',
  text: 'select pg_current_snapshot()::text as snapshot',
};

/** As `es.reader_lags`, up to a snapshot. $1: name, $2: the snapshot, $3: types or null. */
const handledStatement = {
  name: 'es.reader_has_handled',
  text: `
select not exists (
         select from es.stored_window(
           coalesce(c.prev, '3:3:'::pg_snapshot), coalesce(c.cur, asked.snapshot),
           coalesce(c.last_tx, '0'::xid8), coalesce(c.last_position, 0), 1, asked.types)
         union all
         select from es.stored_window(c.cur, asked.snapshot, '0'::xid8, 0, 1, asked.types)
          where c.cur is not null) as handled
  from (select $1::text as name, $2::pg_snapshot as snapshot, $3::text[] as types) asked
  left join es.checkpoint c on c.name = asked.name`,
};

/**
 * Notes which events the table has now, and resolves with the question whether the reader has handled all of them. Both
 * reject with errors of the driver.
 */
export async function noteTableEnd(
  pool: Queryable,
  { name, eventTypes }: LaggingReader,
): Promise<() => Promise<boolean>> {
  const { rows } = await pool.query<{ readonly snapshot: string }>(snapshotStatement);
  const values = [name, rows[0]?.snapshot, eventTypes ?? null];
  return async () => {
    const found = await pool.query<{ readonly handled: boolean }>({ ...handledStatement, values });
    return found.rows[0]?.handled ?? false;
  };
}

interface Asked {
  readonly reader: LaggingReader;
  readonly answer: PromiseWithResolvers<ReaderLag>;
}

/** What was asked in this turn of the event loop, by pool. */
const asked = new WeakMap<Queryable, Asked[]>();

/**
 * How far a reader is behind, as any process can see it in the database. The reader need not run. Questions of one turn of
 * the event loop share a statement: a process has many readers, and asks for all of them at the same times. Rejects with
 * errors of the driver.
 */
export function readerLag(pool: Queryable, reader: LaggingReader): Promise<ReaderLag> {
  const one: Asked = { reader, answer: Promise.withResolvers<ReaderLag>() };
  const others = asked.get(pool);
  if (others !== undefined) {
    others.push(one);
    return one.answer.promise;
  }
  const all = [one];
  asked.set(pool, all);
  setImmediate(() => {
    asked.delete(pool);
    void answerAll(pool, all);
  });
  return one.answer.promise;
}

async function answerAll(pool: Queryable, all: readonly Asked[]): Promise<void> {
  const names = all.map(({ reader }) => reader.name);
  const types = all.map(({ reader: { eventTypes } }) =>
    eventTypes === undefined ? null : JSON.stringify(eventTypes),
  );
  try {
    const values = [names, eventsMax, types];
    const { rows } = await pool.query<ReaderLag & { readonly place: number }>({
      ...lagStatement,
      values,
    });
    for (const { place, events, seconds } of rows)
      all[place - 1]?.answer.resolve({ events, seconds });
  } catch (error) {
    for (const { answer } of all) answer.reject(error);
  }
}
