import { generationSql, streams } from '@nordgate/contracts/rules';
import { deleteGenerations } from '@nordgate/event-store';
import type { Database, GenerationTable } from '@nordgate/event-store';
import { startLeadingWork } from '../host/leading-work.js';
import type { LeadingWork, RunningWork } from '../host/leading-work.js';

/**
 * A table of a service whose rows are of a world: by the generation in a column, or at the end of the id in a column, or by SQL
 * about a row `t`, which is of the generations in the array `$1` if a row of another table is.
 */
export type WorldTable =
  | { readonly table: string; readonly generation: string }
  | { readonly table: string; readonly id: string }
  | { readonly table: string; readonly isOf: string };

/** Where ended generations are deleted. */
export interface WorldDeletion {
  readonly database: Pick<Database, 'pool'>;
  readonly tables: readonly WorldTable[];
  /** How long ago a generation has ended, and its streams were written, at least. Default: an hour, after which no message about it is on its way. */
  readonly afterMs?: number;
}

const hourMs = 3_600_000;

/** So many generations are deleted by one pass, the oldest first. */
const generationsMax = 100;

const endedStatement = {
  name: 'ended-generations',
  text: `
  select generation::float8 as generation from ended_generation
   where since <= clock_timestamp() - make_interval(secs => $1)
   order by generation limit ${String(generationsMax)}`,
};

const forget = 'delete from ended_generation where generation = any ($1::bigint[])';

/**
 * Deletes what a service has of ended generations, in one pass. A generation is forgotten
 * after a pass that found nothing of it.
 *
 * @returns whether there was one
 * @throws errors of the driver; the next pass goes on
 */
export async function deleteEndedWorlds(
  { database, tables, afterMs = hourMs }: WorldDeletion,
  signal: AbortSignal,
): Promise<boolean> {
  const { rows } = await database.pool.query<{ generation: number }>({
    ...endedStatement,
    values: [afterMs / 1000],
  });
  if (rows.length === 0) return false;
  const generations = rows.map(({ generation }) => generation);
  const parts = {
    database,
    generations,
    restMs: afterMs,
    tables: tables.map(tableOf),
    byStream: byId,
  };
  const found = await deleteGenerations(parts, signal);
  await database.pool.query(forget, [generations.filter((one) => !found.has(one))]);
  return true;
}

function tableOf(one: WorldTable): GenerationTable {
  const name = `public.${one.table}`;
  if ('isOf' in one) return { name, isOf: one.isOf, generation: 'null::bigint' };
  if ('id' in one) return { name, ...byId(`t.${one.id}`) };
  const generation = `t.${one.generation}`;
  return { name, isOf: `${generation} = any ($1::bigint[])`, generation };
}

const byId = (column: string) => ({ isOf: isOfEnded(column), generation: generationSql(column) });

/** Ids that end in the identifier of a TPP, which may look like a generation: what they name is of no world, and stays. */
const ofTpps = [streams.world, streams.tppStop].map(({ category }) => `${category}-%`);
const ofTpp = [...ofTpps, `${streams.hold.category}-tpp-%`].map((form) => `'${form}'`).join(', ');

/** SQL: the id in a column ends in one of the generations in the array `$1`. */
export function isOfEnded(column: string): string {
  return `(${generationSql(column)} = any ($1::bigint[]) and ${column} not like all (array[${ofTpp}]))`;
}

/** Between two looks; one pass finds nothing, so a deletion takes two. */
const restMs = 600_000;

/** Deletes what a service of a sandbox has of ended worlds, in one of its replicas. In production it has no tables of worlds. */
export function startDeletingWorlds(
  tables: readonly WorldTable[],
  log: LeadingWork['log'],
  database: Database,
): RunningWork {
  const work = (leading: AbortSignal) => deleteEndedWorlds({ database, tables }, leading);
  return startLeadingWork({ database, log, name: 'ended-worlds', restMs, work });
}
