import { dayInOslo, generationSql, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { slotPlace } from '../domain/schedule.js';
import { movedWorlds } from '../move-worlds/moved-worlds.rows.js';
import type { MovedWorld } from '../move-worlds/moved-worlds.rows.js';
import { waitsForRun } from '../order-book/due-orders.rows.js';
import { dueSlot } from '../run/due-slot.js';
import { instantSlot } from '../run/known-runs.rows.js';
import { dueStandingSlot, standingSlot } from '../run/standing-slot.js';
import { isLive } from '../order-book/known-generation.rows.js';

/** A world in which the batch has something to do: one of a sandbox, or that of production in generation 0. */
export interface BusyWorld extends StoredWorld, Partial<Omit<MovedWorld, 'generation'>> {}

/** What is stored of it. */
interface StoredWorld {
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
  /** The worlds that are ahead, where somebody keeps them. */
  readonly moved?: () => Promise<readonly MovedWorld[]>;
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

/** Of a row `g` of `known_generation`, on a day that SQL names. */
const hasDue = (day: string) => `
  exists (select from order_book o
           where o.generation = g.generation and ${waitsForRun} and o.due_day <= ${day}::text::date)`;

/** Of a row `g` of `known_generation` and its `clock`, if it has one: the day, and the place of the due slot. */
const ownDay = 'coalesce(c.day, $1::text)';
const ownPlace = 'case when c.generation is null then $2::text else c.place end';

/** Whether the schedule of a row `g` has opened the slot at a place. $3 is the stream of the schedule of generation 0. */
const wasOpened = (place: string) => `
  exists (select from es.stream s
           where s.stream_id = $3::text || case g.generation when 0 then '' else '.' || g.generation end
             and s.state->'slots' ? (${place}))`;

const openSchedules = `
  open (generation) as (
    select ${generationSql('stream_id')} from es.stream
     where stream_type = 'schedule' and state ? 'open')`;

/** A run of instant payments is open until the end of its day. */
const waitsForEnd = (day: string) =>
  `not is_completed and run not like 'batch-run-' || ${day} || '-${instantSlot}%'`;

/**
 * $1 is the day and $2 the place of the due slot, null where none is due, of the worlds that are not ahead; $4 to $7 are
 * those that are, with their day, due slot and due standing slot; $8 are those that move.
 */
const busyStatement = {
  name: 'batch.busy-worlds',
  text: `
  with recursive ${generationsWith(
    'ordered',
    `${waitsForRun} and ($2::text is not null or cardinality($4::bigint[]) > 0)`,
  )},
  clock (generation, day, place, standing) as (
    select * from unnest($4::bigint[], $5::text[], $6::text[], $7::text[])),
  due (generation) as (
    select g.generation
      from ordered join known_generation g using (generation) left join clock c using (generation)
     where to_char(g.since at time zone 'Europe/Oslo', 'YYYY-MM-DD HH24:MI') < ${ownPlace}
       and ${hasDue(ownDay)} and not ${wasOpened(ownPlace)}),
  standing (generation) as (
    select g.generation
      from clock c join known_generation g using (generation)
     where exists (select from order_book o
                    where o.generation = g.generation and o.status = 'ACTC'
                      and o.standing_day <= c.standing::date)
       and not ${wasOpened(`c.standing || ' ${standingSlot}'`)}),
  running (generation, run) as materialized (
    select k.generation, k.run
      from (select ${generationSql('run')} as generation, run, is_completed from known_run) k
      left join clock c using (generation)
     where ${waitsForEnd(ownDay)}),
  ${openSchedules},
  busy (generation) as (
    select generation from due
     union select generation from standing
     union select generation from running
     union select generation from open
     union select unnest($8::bigint[]))
  select g.generation::float8 as generation, ${isLive} as "isLive",
         array(select r.run from running r where r.generation = g.generation order by r.run) as uncompleted
    from busy join known_generation g using (generation)
   where ${isLive} or g.generation in (select generation from open)
   order by g.generation`,
};

const productionStatement = {
  name: 'batch.uncompleted-runs',
  text: `select array(select run from known_run where ${waitsForEnd('$1::text')} order by run) as uncompleted`,
};

/**
 * The worlds that have a slot to open, an open run, or one that is not completed, and those that move. In a sandbox a slot
 * is opened where an order is due. Neither other worlds nor generations that have ended cost a statement.
 */
export async function worldsWithRuns(
  { database, environment, now, moved: read = () => movedWorlds(database) }: Reader,
  runs: readonly string[],
): Promise<readonly BusyWorld[]> {
  if (environment === 'production') {
    const values = [dayInOslo(now())];
    const { rows } = await database.pool.query<StoredWorld>({ ...productionStatement, values });
    return rows.map(({ uncompleted }) => ({ generation: 0, isLive: true, uncompleted }));
  }
  const moved = await read();
  const { rows } = await database.pool.query<StoredWorld>({
    ...busyStatement,
    values: [
      ...placeOf(now(), runs),
      streams.schedule.id(0, environment),
      ...clocksOf(moved, { now: now(), runs }),
      moved.flatMap(({ generation, move }) => (move === undefined ? [] : [generation])),
    ],
  });
  return inTheirTime(rows, moved);
}

/** The day, and the place of the slot that is due. */
function placeOf(now: Date, runs: readonly string[]): readonly [string, string | null] {
  const due = dueSlot(now, runs, new Date(0));
  return [dayInOslo(now), due === undefined ? null : slotPlace(due.day, due.slot)];
}

/** The parameters $4 to $7 of a statement: where the worlds that are ahead are in time. */
function clocksOf(
  moved: readonly MovedWorld[],
  { now, runs }: { readonly now: Date; readonly runs: readonly string[] },
): readonly (readonly unknown[])[] {
  const ahead = moved.filter(({ aheadMs }) => aheadMs > 0);
  const times = ahead.map(({ aheadMs }) => new Date(now.getTime() + aheadMs));
  const places = times.map((time) => placeOf(time, runs));
  return [
    ahead.map(({ generation }) => generation),
    places.map(([day]) => day),
    places.map(([, place]) => place),
    times.map((time) => dueStandingSlot(time, runs).day),
  ];
}

function inTheirTime(
  rows: readonly StoredWorld[],
  moved: readonly MovedWorld[],
): readonly BusyWorld[] {
  const known = new Map(moved.map((one) => [one.generation, one]));
  return rows.map((row) => ({ ...row, ...known.get(row.generation) }));
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
  moved = () => movedWorlds(database),
}: Reader): Promise<readonly BusyWorld[]> {
  if (environment === 'production') return [{ generation: 0, isLive: true, uncompleted: [] }];
  const { rows } = await database.pool.query<StoredWorld>(instantStatement);
  return rows.length === 0 ? rows : inTheirTime(rows, await moved());
}

const executableStatement = {
  name: 'batch.executable-generations',
  text: `
  with recursive ${generationsWith('ordered', waitsForRun)},
  clock (generation, day) as (select * from unnest($2::bigint[], $3::text[])),
  ${openSchedules}
  select g.generation::float8 as generation, ${ownDay} as day
    from known_generation g left join clock c using (generation)
   where ${isLive}
     and (g.generation in (select generation from ordered) and ${hasDue(ownDay)}
          or g.generation in (select generation from open))
   order by g.generation`,
};

/** A world in which a run on demand has something to do, and the day there, YYYY-MM-DD. */
export interface ExecutableWorld {
  readonly generation: number;
  readonly day: string;
  /** How far it is ahead of the clocks. */
  readonly aheadMs: number;
}

/** The worlds in which an order is due or a run is open; in production its one world. */
export async function executableWorlds({
  database,
  environment,
  now,
}: Reader): Promise<readonly ExecutableWorld[]> {
  const day = dayInOslo(now());
  if (environment === 'production') return [{ generation: 0, day, aheadMs: 0 }];
  const moved = await movedWorlds(database);
  const ahead = moved.filter(({ aheadMs }) => aheadMs > 0);
  const days = ahead.map(({ aheadMs }) => dayInOslo(new Date(now().getTime() + aheadMs)));
  const { rows } = await database.pool.query<Omit<ExecutableWorld, 'aheadMs'>>({
    ...executableStatement,
    values: [day, ahead.map(({ generation }) => generation), days],
  });
  const known = new Map(moved.map((one) => [one.generation, one.aheadMs]));
  return rows.map((row) => ({ ...row, aheadMs: known.get(row.generation) ?? 0 }));
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
