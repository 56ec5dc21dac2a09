import type { SandboxInitialised } from '@nordgate/contracts/events';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';

/** `known_generation`: the generations of the sandbox, and since when each is current. */
const knownGeneration: RowUpsert = {
  name: 'known-generation',
  columns: ['generation', 'since'],
  sql: `insert into known_generation (generation, since)
select generation, since
  from unnest($1::bigint[], $2::timestamptz[]) as begun (generation, since)
    on conflict do nothing`,
};

/** The row of a reset: orders of older generations are never picked again (ADR 27). */
export function generationRow({ event, at }: ReceivedEvent<SandboxInitialised>): RowWrite {
  return { upsert: knownGeneration, row: [event.data.generation, at] };
}

/** The generation whose orders are executed. */
export interface CurrentGeneration {
  readonly generation: number;
  /** No slot before it is opened. */
  readonly since: Date;
}

const currentStatement = {
  name: 'batch.current-generation',
  text: `select generation::float8 as generation, since
           from known_generation order by known_generation.generation desc limit 1`,
};

/** The newest generation that batch knows. Throws for a database without the migrations of batch. */
export async function currentGeneration({
  pool,
}: Pick<Database, 'pool'>): Promise<CurrentGeneration> {
  const { rows } = await pool.query<CurrentGeneration>(currentStatement);
  const [current] = rows;
  if (current === undefined) throw new Error('there is no generation');
  return current;
}
