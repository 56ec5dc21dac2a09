import type { WorldInitialised } from '@nordgate/contracts/events';
import { generationSql } from '@nordgate/contracts/rules';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';

/** `known_generation`: the generations of the sandbox, whose world each is, and since when. */
const knownGeneration: RowUpsert = {
  name: 'known-generation',
  columns: ['generation', 'since', 'tpp'],
  sql: `insert into known_generation (generation, since, tpp)
select generation, since, tpp
  from unnest($1::bigint[], $2::timestamptz[], $3::text[]) as begun (generation, since, tpp)
    on conflict do nothing`,
};

/** The row of a world: orders of its older generations are never picked again (ADR 27). */
export function generationRow({ event, at }: ReceivedEvent<WorldInitialised>): RowWrite {
  const { generation, tpp } = event.data;
  return { upsert: knownGeneration, row: [generation, at, tpp] };
}

/** Generation 0 is the one world of production. */
const isNow = `
  (g.generation = 0
   or g.generation = (select max(k.generation) from known_generation k where k.tpp = g.tpp))`;

/**
 * Generations with something to do: an approved order, a run that is open or not completed. The recursion steps from one
 * generation to the next in the index, whatever the number of orders. A world without any costs nothing.
 */
const busyStatement = {
  name: 'batch.busy-generations',
  text: `
  with recursive ordered (generation) as (
    (select o.generation from order_book o
      where o.status = 'ACTC' and not o.is_instant and o.due_day is not null
      order by o.generation limit 1)
    union all
    select (select o.generation from order_book o
             where o.status = 'ACTC' and not o.is_instant and o.due_day is not null
               and o.generation > ordered.generation
             order by o.generation limit 1)
      from ordered where ordered.generation is not null),
  busy (generation) as (
    select 0
     union select generation from ordered where generation is not null
     union select generation from order_book where status = 'ACTC' and is_instant
     union select ${generationSql('run')} from known_run where not is_completed
     union select ${generationSql('stream_id')} from es.stream
            where stream_type = 'schedule' and state ? 'open')
  select g.generation::float8 as generation
    from busy join known_generation g using (generation)
   where ${isNow}
   order by g.generation`,
};

/** The generations that the batch has something to do in: in production 0 alone. */
export async function busyGenerations(
  { pool }: Pick<Database, 'pool'>,
  environment: string,
): Promise<readonly number[]> {
  if (environment === 'production') return [0];
  const { rows } = await pool.query<{ generation: number }>(busyStatement);
  return rows.map(({ generation }) => generation);
}

/** Since when a generation is there: no slot before it is opened. Throws for an unknown one. */
export async function sinceOf({ pool }: Pick<Database, 'pool'>, generation: number): Promise<Date> {
  const { rows } = await pool.query<{ since: Date }>({
    name: 'batch.generation-since',
    text: 'select since from known_generation where generation = $1',
    values: [generation],
  });
  const [found] = rows;
  if (found === undefined) throw new Error(`there is no generation ${String(generation)}`);
  return found.since;
}
