import { dayInOslo, generationSql, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { slotPlace } from '../domain/schedule.js';
import { dueSlot } from '../run/due-slot.js';
import { instantSlot } from '../run/known-runs.rows.js';
import { isLive } from '../order-book/known-generation.rows.js';

/** A world in which the batch has something to do: one of a sandbox, or that of production in generation 0. */
export interface BusyWorld {
  readonly generation: number;
  /** False for a generation that a reset has ended: its schedule has an open run, and nothing else happens in it. */
  readonly isLive: boolean;
  /** The streams of its runs that are not completed, without those of the instant payments of today. */
  readonly uncompleted: readonly string[];
}

/** For whom the worlds are read. */
interface Reader {
  readonly database: Pick<Database, 'pool'>;
  readonly environment: string;
  readonly now: () => Date;
}

/**
 * The generations with an order of a kind. The recursion steps from one generation to the next in an index, whatever the
 * number of orders.
 */
const generationsWith = (name: string, orders: string) => `
  ${name} (generation) as (
    (select o.generation from order_book o where ${orders} order by o.generation limit 1)
    union all
    select (select o.generation from order_book o
             where ${orders} and o.generation > ${name}.generation
             order by o.generation limit 1)
      from ${name} where ${name}.generation is not null)`;

/** By the index of the due orders. */
const waitsForRun = `o.status = 'ACTC' and not o.is_instant and o.due_day is not null`;

/** Of a row `g` of `known_generation`. $1 is the day. */
const hasDue = `
  exists (select from order_book o
           where o.generation = g.generation and ${waitsForRun} and o.due_day <= $1::text::date)`;

const openSchedules = `
  open (generation) as (
    select ${generationSql('stream_id')} from es.stream
     where stream_type = 'schedule' and state ? 'open')`;

/** A run of instant payments is open until the end of its day. $1 is the day. */
const waitsForEnd = `not is_completed and run not like 'batch-run-' || $1::text || '-${instantSlot}%'`;

/** $2 is the place of the due slot, null where none is due; $3 is the stream of the schedule of generation 0. */
const busyStatement = {
  name: 'batch.busy-worlds',
  text: `
  with recursive ${generationsWith('ordered', `${waitsForRun} and $2::text is not null`)},
  due (generation) as (
    select g.generation
      from ordered join known_generation g using (generation)
     where to_char(g.since at time zone 'Europe/Oslo', 'YYYY-MM-DD HH24:MI') < $2 and ${hasDue}
       and not exists (
         select from es.stream s
          where s.stream_id = $3::text || case g.generation when 0 then '' else '.' || g.generation end
            and s.state->'slots' ? $2)),
  running (generation, run) as materialized (
    select ${generationSql('run')}, run from known_run where ${waitsForEnd}),
  ${openSchedules},
  busy (generation) as (
    select generation from due
     union select generation from running
     union select generation from open)
  select g.generation::float8 as generation, ${isLive} as "isLive",
         array(select r.run from running r where r.generation = g.generation order by r.run) as uncompleted
    from busy join known_generation g using (generation)
   where ${isLive} or g.generation in (select generation from open)
   order by g.generation`,
};

const productionStatement = {
  name: 'batch.uncompleted-runs',
  text: `select array(select run from known_run where ${waitsForEnd} order by run) as uncompleted`,
};

/**
 * The worlds that have a slot to open, an open run, or one that is not completed. In a sandbox a slot is opened where an
 * order is due. Neither other worlds nor generations that have ended cost a statement.
 */
export async function worldsWithRuns(
  { database, environment, now }: Reader,
  runs: readonly string[],
): Promise<readonly BusyWorld[]> {
  const day = dayInOslo(now());
  if (environment === 'production') {
    const { rows } = await database.pool.query<Pick<BusyWorld, 'uncompleted'>>({
      ...productionStatement,
      values: [day],
    });
    return rows.map(({ uncompleted }) => ({ generation: 0, isLive: true, uncompleted }));
  }
  const due = dueSlot(now(), runs, new Date(0));
  const place = due === undefined ? null : slotPlace(due.day, due.slot);
  const values = [day, place, streams.schedule.id(0, environment)];
  return (await database.pool.query<BusyWorld>({ ...busyStatement, values })).rows;
}

const instantStatement = {
  name: 'batch.worlds-with-instant-orders',
  text: `
  with recursive ${generationsWith('ordered', `o.status = 'ACTC' and o.is_instant`)}
  select g.generation::float8 as generation, true as "isLive", array[]::text[] as uncompleted
    from ordered join known_generation g using (generation)
   where ${isLive}
   order by g.generation`,
};

/** The worlds with an approved instant order; in production its one world. */
export async function worldsWithInstantOrders({
  database,
  environment,
}: Reader): Promise<readonly BusyWorld[]> {
  if (environment === 'production') return [{ generation: 0, isLive: true, uncompleted: [] }];
  return (await database.pool.query<BusyWorld>(instantStatement)).rows;
}

const executableStatement = {
  name: 'batch.executable-generations',
  text: `
  with recursive ${generationsWith('ordered', waitsForRun)},
  ${openSchedules}
  select g.generation::float8 as generation
    from known_generation g
   where ${isLive}
     and (g.generation in (select generation from ordered) and ${hasDue}
          or g.generation in (select generation from open))
   order by g.generation`,
};

/** The generations in which a run on demand has something to do: an order is due, or a run is open. In production 0. */
export async function executableGenerations({
  database,
  environment,
  now,
}: Reader): Promise<readonly number[]> {
  if (environment === 'production') return [0];
  const { rows } = await database.pool.query<Pick<BusyWorld, 'generation'>>({
    ...executableStatement,
    values: [dayInOslo(now())],
  });
  return rows.map(({ generation }) => generation);
}

const oldestStatement = {
  name: 'batch.oldest-opening',
  text: `
  select min(s.state->'open'->>'at') as at
    from es.stream s join known_generation g on g.generation = ${generationSql('s.stream_id')}
   where s.stream_type = 'schedule' and s.state ? 'open' and ${isLive}`,
};

/** When the open run of a sandbox was opened that is open longest, ISO 8601 in UTC; undefined without an open run. */
export async function oldestOpening({ pool }: Reader['database']): Promise<string | undefined> {
  const { rows } = await pool.query<{ at: string | null }>(oldestStatement);
  return rows[0]?.at ?? undefined;
}
