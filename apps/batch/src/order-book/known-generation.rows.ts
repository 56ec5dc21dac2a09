import type { WorldInitialised } from '@nordgate/contracts/events';
import { generationSql } from '@nordgate/contracts/rules';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';

/**
 * `known_generation`: the generations of the sandbox, whose world each is, and since when. A newer one ends the older
 * ones of its TPP: what waits for execution in them is removed, in the order of the writes of the order book, and their
 * runs count as completed.
 */
const knownGeneration: RowUpsert = {
  name: 'known-generation',
  columns: ['generation', 'since', 'tpp'],
  sql: `
  with begun as (
    select generation, since, tpp
      from unnest($1::bigint[], $2::timestamptz[], $3::text[]) as begun (generation, since, tpp)),
  known as (
    select k.generation, k.tpp from known_generation k where k.tpp in (select tpp from begun)
     union select generation, tpp from begun),
  ended as materialized (
    select k.generation from known k
     where exists (select from known n where n.tpp = k.tpp and n.generation > k.generation)),
  ended_orders as (
    delete from order_book where payment_id in (
      select o.payment_id from order_book o join ended using (generation)
       where o.status = 'ACTC'
       order by o.payment_id for update of o)),
  ended_runs as (
    update known_run r set is_completed = true
     where not r.is_completed and ${generationSql('r.run')} in (select generation from ended))
  insert into known_generation (generation, since, tpp)
  select generation, since, tpp from begun
      on conflict do nothing`,
};

/** The row of a world: orders of its older generations are never picked again (ADR 27). */
export function generationRow({ event, at }: ReceivedEvent<WorldInitialised>): RowWrite {
  const { generation, tpp } = event.data;
  return { upsert: knownGeneration, row: [generation, at, tpp] };
}

/** SQL for a row `g` of `known_generation`: no reset has ended the generation. Generation 0 is the one world of production. */
export const isLive = `
  (g.generation = 0
   or g.generation = (select max(k.generation) from known_generation k where k.tpp = g.tpp))`;

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
